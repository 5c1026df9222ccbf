"""The front door: `canasta` is the commands of the packages below, joined.  Nothing else happens here."""

from data import commands as data_commands
from data.terminal import front

app = front(
    "Canasta games from their logs: read, replayed under their rules, every illegal play and wrong score named."
)
data_commands.add_to(app)

if __name__ == "__main__":
    app()
