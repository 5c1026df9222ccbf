"""Which program this is, as it signs what it puts out."""

NAME = "canasta-replay"


def version() -> str:
    """The installed version; `0+source` where the sources are used without an installation."""
    from importlib import metadata

    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0+source"


def signature() -> str:
    """Name and version in one."""
    return f"{NAME} {version()}"
