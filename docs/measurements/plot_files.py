# What plot.py draws: the rows of one file or of several comparisons together, and where they come from.
# Room: docs/measurements.
# SPDX-License-Identifier: MIT


class FilesError(Exception):
    """Files that cannot be drawn together."""


def rows_of(data):
    """The ok rows of either kind of file, alike, and where they come from."""
    if "runs" not in data:
        return [{**row, "chapter": row["chapter"] or ""} for row in data["results"]], data["devices"], data["command"]
    rows, devices = [], []
    for run in data["runs"]:
        report = run["report"]
        software = {device["api"]: device["software"] for device in report["devices"]}
        devices += [device for device in report["devices"] if device not in devices]
        for result in report["results"]:
            rows.append({**result, "chapter": run["chapter"][:2], "software": software.get(result["api"], False)})
    return rows, devices, "docs/measurements/measure.sh"


def merge(files):
    """The rows, devices and commands of several files, or an error where they do not belong together."""
    rows, devices, commands, seen = [], [], [], set()
    for index, (path, data) in enumerate(files):
        if len(files) > 1 and "runs" in data:
            raise FilesError(f"{path.name} is no comparison: it is drawn alone")
        found, its_devices, command = rows_of(data)
        for device in its_devices:
            same = next((one for one in devices if one["api"] == device["api"]), device)
            if len(files) > 1 and same != device:
                raise FilesError(f"{path.name} is of another device or driver: {device['name']}, {device['driver']}; "
                                 f"wanted is {same['name']}, {same['driver']}")
            devices += [device] if device not in devices else []
        types = {row["type"] for row in [*rows, *found]} if len(files) > 1 else set()
        if len(types) > 1:
            raise FilesError(f"{path.name} is of another type: {', '.join(sorted(types))} are not drawn together")
        rows += [{**row, "file": index} for row in found if place_of(row) not in seen]
        seen |= {place_of(row) for row in found} if len(files) > 1 else set()
        commands.append(f"{command}, {data['date']}")
    return rows, {"devices": devices, "commands": commands}


def place_of(row):
    return row["stage"], row["api"], row["items"]
