import { endRun } from './data-folders.ts'

// Begins with a run of the stories, and tidies up after it when its input closes. That happens however the run ends,
// a kill included; workers are ended by a signal, so a story that failed before it could stop its server cannot.
process.stdin.on('end', () => endRun(process.argv[2]!)).resume()
