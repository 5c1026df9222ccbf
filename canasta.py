"""The front door: `canasta` is the commands of the packages below, joined.  Nothing else happens here."""

from dashboards import commands as dashboard_commands
from data import commands as data_commands
from data import demo, lake_commands, signoff_commands
from data.terminal import front
from ingest import commands as ingest_commands
from replay import audit_commands, revalidate_commands, rules_commands, simulate_commands
from replay import commands as replay_commands

app = front(
    "Canasta games from their logs: read, replayed under their rules, every illegal play and wrong score named."
)
replay_commands.add_to(app, read=ingest_commands.read, open_logs=ingest_commands.open_logs)
audit_commands.add_to(app, open_logs=ingest_commands.open_logs)
ingest_commands.add_to(app)
simulate_commands.add_to(app, write=ingest_commands.spell)
rules_commands.add_to(app)
data_commands.add_to(app)
lake_commands.add_to(app)
signoff_commands.add_to(app)
revalidate_commands.add_to(app)
dashboard_commands.add_to(app)
demo.add_to(
    app,
    ingest=ingest_commands.store,
    replay=replay_commands.judge,
    nights=simulate_commands.club_nights(write=ingest_commands.spell),
)

if __name__ == "__main__":
    app()
