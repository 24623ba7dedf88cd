import type { Level } from '../plan.ts'
import { IntegerList } from './integer-list.ts'

/** A turn that began before the run did. */
export const BEFORE = -1
/** A turn that has not ended. */
export const NEVER = -2

/** A turn that a run's first day begins with: it runs, or that day has ended it already. */
export type OpeningTurn = {
  readonly level: Level
  readonly member: number
  readonly began: number
  readonly end: 'complete' | 'lost' | null
}

const FIELDS = 3

/**
 * Which turns of which places began and ended in which month of a run. A place is a member's in a level's queue, by
 * number; months count from 0.
 */
export class TurnLog {
  /** The month that the run is in. */
  month = 0
  /** Places whose first turn of the run is still awaited. */
  awaited = 0
  readonly #members: number
  readonly #turns = new IntegerList(512)
  readonly #running: Int32Array
  readonly #isAwaited: Uint8Array

  constructor(members: number, levels: number) {
    this.#members = members
    this.#running = new Int32Array(members * levels)
    this.#isAwaited = new Uint8Array(members * levels)
    this.reset()
  }

  reset(): void {
    this.month = 0
    this.awaited = 0
    this.#turns.length = 0
    this.#running.fill(-1)
    this.#isAwaited.fill(0)
  }

  placeOf(level: Level, member: number): number {
    return (level - 1) * this.#members + member
  }

  /** The places whose turns a run is asked for, and the turns that it begins with. */
  load(places: readonly { level: Level; member: number }[], turns: readonly OpeningTurn[]): void {
    for (const { level, member } of places) this.#isAwaited[this.placeOf(level, member)] = 1
    this.awaited = places.length
    for (const { level, member, began, end } of turns) {
      this.#push(this.placeOf(level, member), began)
      if (end === 'complete') this.complete(level, member)
      if (end === 'lost') this.lose(level, member)
    }
  }

  begin(level: Level, member: number): void {
    this.#push(this.placeOf(level, member), this.month)
  }

  complete(level: Level, member: number): void {
    const place = this.placeOf(level, member)
    this.#turns.items[this.#running[place]! + 2] = this.month
    this.#end(place)
  }

  /** The place is left, and a turn that runs ends without being complete. */
  lose(level: Level, member: number): void {
    this.#end(this.placeOf(level, member))
  }

  /** Calls back for each turn in the order in which they began. */
  forEach(told: (place: number, began: number, ended: number) => void): void {
    const { items, length } = this.#turns
    for (let at = 0; at < length; at += FIELDS) told(items[at]!, items[at + 1]!, items[at + 2]!)
  }

  #push(place: number, began: number): void {
    this.#running[place] = this.#turns.length
    this.#turns.push(place)
    this.#turns.push(began)
    this.#turns.push(NEVER)
  }

  #end(place: number): void {
    this.#running[place] = -1
    if (this.#isAwaited[place] === 0) return
    this.#isAwaited[place] = 0
    this.awaited -= 1
  }
}
