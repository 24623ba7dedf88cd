/** The numbers of a circle, as data. Money is integer centavos. Rules: plan presets and validation. */

export type Level = 1 | 2 | 3
export const LEVELS = [1, 2, 3] as const satisfies readonly Level[]

export type DonationType =
  | 'PULL'
  | 'CASCADE_N1'
  | 'UPGRADE_N2'
  | 'REINJECTION_N2'
  | 'UPGRADE_N3'
  | 'REINFORCEMENT_N3'
  | 'ADM_N3'
  | 'FINAL_PAYMENT_N3'
  | 'SETTLEMENT'

/** The place where an obligation is paid: a queue, or the circle's administrative account. */
export type Target = Level | 'administration'

export type OwedItem = {
  readonly type: DonationType
  readonly amountCents: number
  readonly target: Target
  readonly count: number
}

export type LevelPlan = {
  readonly donationCents: number
  readonly required: number
  /** Every entry of this level's queue owes one donation to it each period. */
  readonly contributes: boolean
  readonly owed: readonly OwedItem[]
  /** Owed when the member accepts the upgrade, or at once on completing the level. */
  readonly owedWhen: 'upgrade_accepted' | 'level_completed'
  /** The fate of the member's places when a turn of this level is complete. */
  readonly onCompletion: 'back_of_queue' | 'leave_queue' | 'leave_circle_queues'
}

export type Plan = {
  readonly name: string
  readonly version: number
  readonly deadlineDays: number
  /** One, two or three of them: `levels.length` says how many there are. */
  readonly levels: readonly [LevelPlan, ...LevelPlan[]]
}

/** A plan of which it is known that it has all three levels, as the specification's circles have. */
type ThreeLevelPlan = Plan & { readonly levels: readonly [LevelPlan, LevelPlan, LevelPlan] }

const REAL = 100

const termos: ThreeLevelPlan = {
  name: 'termos',
  version: 1,
  deadlineDays: 30,
  levels: [
    {
      donationCents: 100 * REAL,
      required: 3,
      contributes: true,
      owed: [
        { type: 'UPGRADE_N2', amountCents: 200 * REAL, target: 2, count: 1 },
        { type: 'CASCADE_N1', amountCents: 100 * REAL, target: 1, count: 1 },
      ],
      owedWhen: 'upgrade_accepted',
      onCompletion: 'back_of_queue',
    },
    {
      donationCents: 200 * REAL,
      required: 18,
      contributes: false,
      owed: [{ type: 'UPGRADE_N3', amountCents: 1600 * REAL, target: 3, count: 1 }],
      owedWhen: 'upgrade_accepted',
      onCompletion: 'leave_queue',
    },
    {
      donationCents: 1600 * REAL,
      required: 27,
      contributes: false,
      owed: n3Owed(1600 * REAL),
      owedWhen: 'level_completed',
      onCompletion: 'leave_circle_queues',
    },
  ],
}

const tela: ThreeLevelPlan = {
  ...termos,
  name: 'tela',
  levels: [
    termos.levels[0],
    {
      ...termos.levels[1],
      owed: [
        { type: 'UPGRADE_N3', amountCents: 600 * REAL, target: 3, count: 1 },
        { type: 'REINJECTION_N2', amountCents: 100 * REAL, target: 1, count: 3 },
      ],
    },
    { ...termos.levels[2], donationCents: 600 * REAL, owed: n3Owed(600 * REAL) },
  ],
}

const rotativo: ThreeLevelPlan = {
  name: 'rotativo',
  version: 1,
  deadlineDays: 30,
  levels: [rotation(100 * REAL, 3), rotation(200 * REAL, 18), rotation(1600 * REAL, 27)],
}

/**
 * A `roda` of one level: every place contributes the amount each month, and in its turn receives so many donations of
 * it. Nothing is owed on completion. While there are more members than donations in a turn, everybody has given and
 * received the same after as many months (see `ringOrder` in pull.ts, and docs/decisions/019).
 */
export function rodaPlan({ amountCents, months }: { amountCents: number; months: number }): Plan {
  return { name: 'roda', version: 1, deadlineDays: 30, levels: [rotation(amountCents, months)] }
}

/** The model of a `roda` for twelve: each receives, in one of eleven months, what all others give in it. */
const roda: Plan = rodaPlan({ amountCents: 100 * REAL, months: 11 })

export const presets = { termos, tela, rotativo, roda } as const
export type PresetName = keyof typeof presets

function n3Owed(amountCents: number): readonly OwedItem[] {
  return [
    { type: 'ADM_N3', amountCents, target: 'administration', count: 2 },
    { type: 'REINFORCEMENT_N3', amountCents, target: 3, count: 4 },
    { type: 'FINAL_PAYMENT_N3', amountCents, target: 3, count: 1 },
  ]
}

function rotation(donationCents: number, required: number): LevelPlan {
  return {
    donationCents,
    required,
    contributes: true,
    owed: [],
    owedWhen: 'upgrade_accepted',
    onCompletion: 'back_of_queue',
  }
}

/** The levels that a plan has, from the first. */
export function levelsOf({ levels }: Pick<Plan, 'levels'>): readonly Level[] {
  return LEVELS.slice(0, levels.length)
}

/** The last level of a plan: from there nobody goes up. */
export function lastLevel({ levels }: Pick<Plan, 'levels'>): Level {
  return levels.length as Level
}

/** The numbers of a level that the plan has; asking for any other is a bug. */
export function levelPlan(plan: Plan, level: Level): LevelPlan {
  return plan.levels[level - 1]!
}

/**
 * Whether so many people can fill a turn: with one level each of its donations comes from somebody else than its
 * receiver. With more levels a turn waits for the months, not for people.
 */
export function fitsPeople({ levels: [first, ...higher] }: Plan, people: number): boolean {
  return higher.length > 0 || first.required < people
}

/** The cost of completing a level, in centavos, to whichever target it goes. */
export function owedTotalCents(levelOfPlan: LevelPlan): number {
  return levelOfPlan.owed.reduce((sum, item) => sum + item.amountCents * item.count, 0)
}

/** The sum that a complete turn of a level pays, in centavos. */
export function levelPaysCents(levelOfPlan: LevelPlan): number {
  return levelOfPlan.donationCents * levelOfPlan.required
}

/**
 * Every level is paid only by its own members' contributions and owes nothing on completion, so that over a full
 * rotation each member receives what that member gave (1-rules, section 2). Decided from the data alone, whatever it
 * is: exactly the fields of a plan, of their types and within their bounds. `plan_is_balanced` says the same in SQL.
 */
export function isBalanced(plan: unknown): boolean {
  if (!hasExactly(plan, ['deadlineDays', 'levels', 'name', 'version'])) return false
  const { name, version, deadlineDays, levels } = plan
  if (typeof name !== 'string' || name === '') return false
  if (!isWhole(version, 1, VERSION_MAX) || !isWhole(deadlineDays, 1, DEADLINE_DAYS_MAX)) return false
  return Array.isArray(levels) && levels.length >= 1 && levels.length <= LEVELS.length && levels.every(isRotation)
}

/** Whether a level is paid by its own members alone and owes nothing. */
function isRotation(level: unknown): boolean {
  return (
    hasExactly(level, ['contributes', 'donationCents', 'onCompletion', 'owed', 'owedWhen', 'required']) &&
    isWhole(level['donationCents'], 1, AMOUNT_CENTS_MAX) &&
    isWhole(level['required'], 1, REQUIRED_MAX) &&
    level['contributes'] === true &&
    Array.isArray(level['owed']) &&
    level['owed'].length === 0 &&
    (level['owedWhen'] === 'upgrade_accepted' || level['owedWhen'] === 'level_completed') &&
    level['onCompletion'] === 'back_of_queue'
  )
}

function hasExactly(value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).toSorted().join() === keys.join()
  )
}

const VERSION_MAX = 1_000_000
const DEADLINE_DAYS_MAX = 365
const REQUIRED_MAX = 99
const AMOUNT_CENTS_MAX = 100_000_000

/** The reasons why a plan may not be used, as sentences for its author; an empty list for a plan that may. */
export function planFaults(plan: Plan): string[] {
  const faults: string[] = []
  if (!isWhole(plan.deadlineDays, 1, DEADLINE_DAYS_MAX)) faults.push('O prazo deve ter de 1 a 365 dias.')
  if (plan.levels.length > LEVELS.length) faults.push('O plano deve ter de um a três níveis.')
  if (!plan.levels[0].contributes) faults.push('O nível 1 precisa de uma contribuição mensal.')
  for (const level of levelsOf(plan)) faults.push(...levelFaults(plan, level))
  return faults
}

function levelFaults(plan: Plan, level: Level): string[] {
  const own = levelPlan(plan, level)
  const faults: string[] = []
  if (!isWhole(own.donationCents, 1, AMOUNT_CENTS_MAX)) faults.push(`N${level}: o valor da doação deve ser positivo.`)
  if (!isWhole(own.required, 1, REQUIRED_MAX)) faults.push(`N${level}: as doações necessárias devem ir de 1 a 99.`)
  for (const item of own.owed) {
    if (item.type === 'PULL' || item.type === 'SETTLEMENT')
      faults.push(`N${level}: ${item.type} não é devido por concluir um nível.`)
    if (!isWhole(item.amountCents, 1, AMOUNT_CENTS_MAX)) faults.push(`N${level}: todo valor devido deve ser positivo.`)
    if (!isWhole(item.count, 1, 99)) faults.push(`N${level}: a quantidade devida deve ir de 1 a 99.`)
    if (item.target !== 'administration' && item.target > plan.levels.length) {
      faults.push(`N${level}: ${item.type} vai para a fila N${item.target}, que este plano não tem.`)
      continue
    }
    // A need is counted in donations, so whatever enters a queue must have that queue's amount.
    if (item.target !== 'administration' && item.amountCents !== levelPlan(plan, item.target).donationCents) {
      faults.push(`N${level}: ${item.type} deve ter o valor da doação do nível ${item.target}.`)
    }
  }
  if (owedTotalCents(own) > levelPaysCents(own)) faults.push(`N${level}: deve-se mais do que o nível paga.`)
  if (own.onCompletion === 'leave_circle_queues' && finalPayments(own) !== 1) {
    faults.push(`N${level}: quem deixa as filas do círculo deve exatamente um FINAL_PAYMENT_N3, que o traz de volta.`)
  }
  return faults
}

function finalPayments(levelOfPlan: LevelPlan): number {
  return levelOfPlan.owed.reduce((sum, item) => sum + (item.type === 'FINAL_PAYMENT_N3' ? item.count : 0), 0)
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
}
