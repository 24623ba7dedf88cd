import { backup } from './backup.ts'
import { clock } from './clock.ts'
import { disk } from './disk.ts'
import { engine } from './engine.ts'
import { failover } from './failover.ts'
import { faults } from './faults/faults.ts'
import type { Part } from './frame/part.ts'
import { http } from './http/http.ts'
import { interleave } from './interleave/interleave.ts'
import { kills } from './kills.ts'
import { model } from './model/model.ts'
import { modelOverHttp } from './model/over-http.ts'
import { power } from './power.ts'
import { properties } from './properties.ts'
import { serial } from './serial/serial.ts'
import { ship } from './ship.ts'
import { small } from './small.ts'
import { upgrade } from './upgrade.ts'

/** The parts of the soak, in the order in which `npm run soak` runs them. */
export const parts: readonly Part[] = [
  kills,
  power,
  disk,
  upgrade,
  engine,
  failover,
  backup,
  model,
  modelOverHttp,
  serial,
  http,
  faults,
  interleave,
  clock,
  properties,
  ship,
  small,
]
