"""The front door: `canasta` is the commands of the packages below, joined.  Nothing else happens here."""

from dashboards import commands as dashboard_commands
from data import commands as data_commands
from data import demo, lake_commands
from data.terminal import front
from ingest import commands as ingest_commands
from replay import commands as replay_commands
from replay import rules_commands

app = front(
    "Canasta games from their logs: read, replayed under their rules, every illegal play and wrong score named."
)
replay_commands.add_to(app, read=ingest_commands.read)
ingest_commands.add_to(app)
rules_commands.add_to(app)
data_commands.add_to(app)
lake_commands.add_to(app)
dashboard_commands.add_to(app)
demo.add_to(app, ingest=ingest_commands.store, replay=replay_commands.judge)

if __name__ == "__main__":
    app()
