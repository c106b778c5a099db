// Removes an older page; the folder itself stays, because the build of the program watches it.
import { rmSync } from "node:fs";

rmSync("dist/assets", { recursive: true, force: true });
rmSync("dist/index.html", { force: true });
