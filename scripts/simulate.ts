import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isBalanced, presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { simulateRuns } from '#circle/simulation/runs.ts'
import type { RunsAt } from '#circle/simulation/runs.ts'
import { simulate } from '#circle/simulation/simulate.ts'
import { settingsFaults } from '#circle/simulation/settings.ts'
import type { SimulationSettings } from '#circle/simulation/settings.ts'

// `npm run simulate`: what a plan does to its people, as a table or as JSON, computed on the rules of `circle/`
// themselves.

const HELP = `Uso: npm run simulate -- [opções]

  --plan      termos, tela, rotativo, roda, ou um arquivo .json com um plano (padrão: termos)
  --members   participantes, de 2 a 100 (padrão: 100)
  --months    meses, de 1 a 120 (padrão: 24)
  --missed    parte das contribuições mensais que ninguém paga, de 0 a 1 (padrão: 0)
  --accepted  parte dos avanços de nível que são aceitos, de 0 a 1 (padrão: 1)
  --seed      semente do acaso: a mesma dá sempre o mesmo resultado (padrão: 1)
  --futures   quantos futuros; com mais de um, cada número é a mediana deles (padrão: 1)
  --json      JSON em vez de tabela, com tudo: por participante, ou com a faixa de cada número
`

/** The columns of the table for a plan with so many levels. */
function columnsOf(levels: number): string[] {
  const completed = Array.from({ length: levels }, (_, index) => `N${index + 1}`)
  return ['Mês', 'Doado', 'Conta adm.', ...completed, 'À frente', 'Atrás', 'Em zero', 'Mediana', 'Pior', 'Melhor']
}

/** A mistake in the command line, in words for the person who typed it. */
class Misuse extends Error {}

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const options = {
    plan: text,
    members: text,
    months: text,
    missed: text,
    accepted: text,
    seed: text,
    futures: text,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values } = parseArgs({ options })
  if (values.help === true) return console.log(HELP)
  const settings: SimulationSettings = {
    plan: await planNamed(values.plan ?? 'termos'),
    members: numberOf('members', values.members, 100),
    months: numberOf('months', values.months, 24),
    missed: numberOf('missed', values.missed, 0),
    accepted: numberOf('accepted', values.accepted, 1),
    seed: numberOf('seed', values.seed, 1),
  }
  const futures = numberOf('futures', values.futures, 1)
  const [fault] = settingsFaults(settings, futures)
  if (fault !== undefined) throw new Misuse(fault)
  return futures === 1 ? printOne(settings, values.json === true) : printMany(settings, futures, values.json === true)
}

function printOne(settings: SimulationSettings, asJson: boolean): void {
  const found = simulate(settings)
  if (asJson) return console.log(JSON.stringify({ settings, futures: 1, ...found }))
  printHead(settings)
  console.log('Um futuro, mês a mês. Resultado é o que se recebeu menos o que se doou, em R$.\n')
  return printTable(settings, found.monthEnds.map(rowOf))
}

function printMany(settings: SimulationSettings, futures: number, asJson: boolean): void {
  const months = Array.from({ length: settings.months }, (_, index) => index + 1)
  const found = runShowingProgress(simulateRuns(settings, futures, months))
  if (asJson)
    return console.log(
      JSON.stringify({
        settings,
        futures,
        statistic: 'median, low (5 %) and high (95 %) of each figure over the futures',
        months: found,
      }),
    )
  printHead(settings)
  console.log(
    `Cada número é a mediana de ${futures} futuros. Resultado é o que se recebeu menos o que se doou, em R$.\n`,
  )
  return printTable(settings, found.map(rowOfMany))
}

function runShowingProgress(steps: ReturnType<typeof simulateRuns>): RunsAt[] {
  for (;;) {
    const step = steps.next()
    if (process.stderr.isTTY)
      process.stderr.write(step.done ? '\r\u001B[K' : `\r${step.value.done} de ${step.value.total} futuros`)
    if (step.done) return step.value
  }
}

async function planNamed(name: string): Promise<Plan> {
  const preset = Object.values(presets).find((plan) => plan.name === name)
  if (preset) return preset
  if (!name.endsWith('.json'))
    throw new Misuse(`Não há plano “${name}”. Os planos são: ${Object.keys(presets).join(', ')}; ou um arquivo .json.`)
  // Only a plan of somebody's own needs the form's validation.
  const [{ planForm }, { planOf }] = await Promise.all([
    import('#contracts/forms/plan.ts'),
    import('#contracts/plans.ts'),
  ])
  const read = planForm.safeParse(jsonOf(name))
  if (!read.success)
    throw new Misuse(
      `O arquivo ${name} não descreve um plano: ${read.error.issues[0]!.path.join('.')}: ${read.error.issues[0]!.message}`,
    )
  return planOf(read.data)
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Misuse(
      error instanceof SyntaxError ? `O arquivo ${file} não é JSON.` : `O arquivo ${file} não pode ser lido.`,
    )
  }
}

function numberOf(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value))
    throw new Misuse(`--${option} deve ser um número (com ponto, como 0.05), e não “${text}”.`)
  return value
}

function optionFault({ code, message }: Error & { code: string }): string {
  const named = /'(-[^' ]*)/.exec(message)?.[1] ?? /'([^']*)'/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return `A opção ${named} foi usada sem valor, ou com um valor que não aceita.`
  return `Não há a opção “${named}”.`
}

function printHead({ plan, members, months, missed, accepted, seed }: SimulationSettings): void {
  const percent = (share: number) => `${(share * 100).toLocaleString('pt-BR')} %`
  console.log(
    `Plano ${plan.name}, ${isBalanced(plan) ? 'equilibrado' : 'não equilibrado'}: ${members} participantes, ${months} meses`,
  )
  console.log(`Contribuições não pagas: ${percent(missed)}. Avanços aceitos: ${percent(accepted)}. Semente ${seed}.`)
}

type Figures = Record<
  | 'month'
  | 'givenCents'
  | 'administrationCents'
  | 'ahead'
  | 'behind'
  | 'atZero'
  | 'medianCents'
  | 'worstCents'
  | 'bestCents',
  number
> & { completed: readonly number[] }

function rowOfMany({ month, completed, ...at }: RunsAt): string[] {
  const { givenCents, administrationCents, ahead, behind, atZero, medianCents, worstCents, bestCents } = at
  return rowOf({
    month,
    completed: completed.map((level) => level.median),
    givenCents: givenCents.median,
    administrationCents: administrationCents.median,
    ahead: ahead.median,
    behind: behind.median,
    atZero: atZero.median,
    medianCents: medianCents.median,
    worstCents: worstCents.median,
    bestCents: bestCents.median,
  })
}

function rowOf({
  month,
  givenCents,
  administrationCents,
  completed,
  ahead,
  behind,
  atZero,
  medianCents,
  worstCents,
  bestCents,
}: Figures): string[] {
  const counts = [...completed, ahead, behind, atZero].map(String)
  return [
    String(month),
    reais(givenCents),
    reais(administrationCents),
    ...counts,
    reais(medianCents),
    reais(worstCents),
    reais(bestCents),
  ]
}

function reais(cents: number): string {
  return (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })
}

function printTable({ plan }: SimulationSettings, rows: readonly string[][]): void {
  const columns = columnsOf(plan.levels.length)
  const widths = columns.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]!.length)))
  for (const row of [columns, ...rows]) console.log(row.map((cell, index) => cell.padStart(widths[index]!)).join('  '))
  console.log(
    '\nN1 e os outros níveis: quantos já os completaram. À frente, atrás, em zero: quantos receberam mais, menos ou o mesmo que doaram.',
  )
}

try {
  await main()
} catch (error) {
  const misused = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
  if (!misused) throw error
  console.error(error instanceof Misuse ? error.message : optionFault(error as Error & { code: string }))
  console.error('Veja as opções com: npm run simulate -- --help')
  process.exitCode = 2
}
