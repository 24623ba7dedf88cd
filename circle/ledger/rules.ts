import type { Command } from '#circle/circle.ts'

/** The rules that a real circle's ledger is held to from its founding on, which says so; absent in ledgers of before. */
export const RULES = 5

/** Since when removals, moves and consents are held, and since when a second device waits. */
const HELD_SINCE = 2
export const DEVICES_WAIT_SINCE = 3
/** Since when 72 hours are only for what nobody else could have approved. */
export const ALONE_SINCE = 5

/** Since when what is unpaid in a roda stays owed past its deadline. */
export const LATE_SINCE = 5

/** Since when a deadline that is over has its effect, whoever owes. */
export const DEADLINES_SINCE = 5

/** Since when a device signs what its person says in a case. */
export const WORDS_SIGNED_SINCE = 5
/** Since when whoever confirms a part signs which of them it is. */
export const PARTS_NUMBERED_SINCE = 5
/** Since when whoever signs about a donation has seen its last change. */
export const LAST_CHANGE_SEEN_SINCE = 5
/** Since when all that the administration decides about money, place, key or access is signed, and who is to administer. */
export const ALL_DECIDED_SINCE = 5
/** Since when a device asks about whatever stands in its person's name, or in that of whom they help, unsigned. */
export const OWN_SIGNED_SINCE = 5
/** Since when whoever accepts a swap signs whose request it is, and the places. */
export const SWAPS_READ_SINCE = 5
/** Since when a change of key that its member asked for ends by their own no alone, and else holds. */
export const KEY_CHANGES_HOLD_SINCE = 5
/** Since when nobody is passed over for terms that have just changed, where who organises takes part. */
export const TERMS_SETTLE_SINCE = 5

/** Since when a place that is ahead of what it gave is handed over by two people. */
export const HAND_OVERS_BY_TWO_SINCE = 5

/** Since when the day until which a receipt is to be answered, as it is shown, is held to the ledger. */
export const ANSWERS_HELD_SINCE = 5
/** How many days a receiver has to answer a receipt, until the administration sets others. */
export const ANSWER_DAYS = 5

/** How many hours a change waits that nobody else can approve. */
export const ALONE_HOURS = 72

/** Whether a command founds a real circle that is held to what came since these rules: removals, moves and consents unless said. */
export function holdsToRules(command: Command | undefined, since = HELD_SINCE): boolean {
  return command?.kind === 'create_circle' && command.mode === 'real' && (command.rules ?? 1) >= since
}
