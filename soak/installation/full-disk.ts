import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before a server (`node --import`): its engine, whose environment is its own, gets the disk that fills up too.

const { LD_PRELOAD, SOAK_DISK_FOLDER, SOAK_DISK_COUNTS } = process.env
const spawn = childProcess.spawn
childProcess.spawn = ((command: string, args: readonly string[], options: { env?: object } = {}) =>
  spawn(command, args, {
    ...options,
    env: { ...(options.env ?? process.env), LD_PRELOAD, SOAK_DISK_FOLDER, SOAK_DISK_COUNTS },
  })) as typeof spawn
syncBuiltinESMExports()
