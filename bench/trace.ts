import type { Browser, Page } from 'playwright-core'

/** A stretch of work on the main thread of a page. All in ms of processor time. */
export type Task = {
  readonly cpuMs: number
  readonly startedAt: number
  /** Its time by kind of work, the most first. */
  readonly parts: readonly (readonly [name: string, ms: number])[]
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly functionName?: string; readonly url?: string } }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'blink']

/** The words of a table for what Chromium's trace calls its events; others count for what they stand in. */
const PARTS: Readonly<Record<string, string>> = {
  EvaluateScript: 'script',
  FunctionCall: 'script',
  EventDispatch: 'script',
  TimerFire: 'script',
  FireAnimationFrame: 'script',
  RunMicrotasks: 'script',
  'v8.callFunction': 'script',
  'v8.evaluateModule': 'script',
  'v8.compile': 'compile',
  'v8.compileModule': 'compile',
  MinorGC: 'garbage',
  MajorGC: 'garbage',
  'V8.GC_MC_BACKGROUND_EVACUATE_COPY': 'garbage',
  UpdateLayoutTree: 'style',
  RecalculateStyles: 'style',
  ParseAuthorStyleSheet: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  UpdateLayerTree: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
  ParseHTML: 'parse',
  HitTest: 'layout',
}

const OTHER = 'other'

/** Runs `act` and answers the tasks of the page's main thread meanwhile, the longest first. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: CATEGORIES, screenshots: false })
  let trace: Buffer | null = null
  try {
    await act()
  } finally {
    trace = await browser.stopTracing()
  }
  return tasksIn((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents)
}

/**
 * The tasks of the page's main thread in a trace, the longest first. One in which hardly anything of the page ran is left out:
 * there the measuring tool itself looks for elements.
 */
export function tasksIn(events: readonly TraceEvent[]): Task[] {
  const whole = events.filter((event) => event.ph === 'X' && event.tdur !== undefined)
  const main = mainThread(events, whole)
  const own = whole.filter((event) => threadOf(event) === main).toSorted((a, b) => a.ts - b.ts || b.dur! - a.dur!)
  return own
    .filter(isTask)
    .map((task) => ({ cpuMs: task.tdur! / 1000, startedAt: task.ts / 1000, parts: partsOf(task, own) }))
    .filter(isOfPage)
    .toSorted((a, b) => b.cpuMs - a.cpuMs)
}

const isTask = ({ name }: TraceEvent) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`

function isOfPage({ cpuMs, parts }: Task): boolean {
  const [, other] = parts.find(([part]) => part === OTHER) ?? [OTHER, 0]
  return other < cpuMs * 0.9
}

/** Of several pages' main threads the one that worked most: the others stand still. */
function mainThread(events: readonly TraceEvent[], whole: readonly TraceEvent[]): string {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  )
  const worked = new Map<string, number>()
  for (const event of whole)
    if (isTask(event) && mains.has(threadOf(event)))
      worked.set(threadOf(event), (worked.get(threadOf(event)) ?? 0) + event.tdur!)
  const [most] = [...worked].toSorted(([, a], [, b]) => b - a)
  if (!most) throw new Error('The trace holds no task of a page')
  return most[0]
}

/** Own processor time by kind: what stands within another event is taken from it. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): Task['parts'] {
  const end = task.ts + task.dur!
  const spent = new Map<string, number>()
  const add = (part: string, us: number) => spent.set(part, (spent.get(part) ?? 0) + us)
  const open: { until: number; part: string }[] = [{ until: end, part: OTHER }]
  add(OTHER, task.tdur!)
  for (const event of events) {
    if (event === task || event.ts < task.ts || event.ts + event.dur! > end) continue
    while (open.length > 1 && open.at(-1)!.until <= event.ts) open.pop()
    const part = PARTS[event.name]
    const { part: around } = open.at(-1)!
    if (part === undefined || part === around) continue
    add(part, event.tdur!)
    add(around, -event.tdur!)
    open.push({ until: event.ts + event.dur!, part })
  }
  return [...spent]
    .map(([part, us]) => [part, us / 1000] as const)
    .filter(([, ms]) => ms >= 0.05)
    .toSorted(([, a], [, b]) => b - a)
}
