import { eq } from 'drizzle-orm'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { PaperFormat } from '#contracts/papers.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Cell } from '#server/lib/csv.ts'
import type { Context } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'

/** The source that every paper names. */
export type Origin = {
  readonly circle: string
  readonly operator: string | null
  readonly isDemonstration: boolean
  /** Epoch ms. */
  readonly madeAt: number
  readonly head: SignedHead
}

/** A file as it is sent: its name, its type and its bytes. */
export type PaperFile = { readonly name: string; readonly type: string; readonly body: Buffer | string }

/** A paper in its three forms. JSON has reais and ISO times, as every call has them. */
export type Paper = {
  /** Without its ending. */
  readonly name: string
  readonly json: object
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  pdf(): Promise<Buffer>
}

export async function originOf({ actor, clock, db }: Context, head: SignedHead): Promise<Origin> {
  const { name, mode, operator } = circles
  const [circle] = await db.select({ name, mode, operator }).from(circles).where(eq(circles.id, actor.circleId))
  return {
    circle: circle!.name,
    operator: circle!.operator?.name ?? null,
    isDemonstration: circle!.mode === 'demonstracao',
    madeAt: clock.now(),
    head,
  }
}

/** The part of the JSON that is the same on every paper. */
export function originJson({ circle, operator, isDemonstration, madeAt, head }: Origin) {
  return { circle, operator, demonstration: isDemonstration, made_at: new Date(madeAt).toISOString(), ledger: head }
}

export async function fileOf(paper: Paper, format: PaperFormat): Promise<PaperFile> {
  const { name, json, columns, rows } = paper
  if (format === 'pdf') return { name: `${name}.pdf`, type: 'application/pdf', body: await paper.pdf() }
  if (format === 'json')
    return { name: `${name}.json`, type: 'application/json', body: `${JSON.stringify(json, null, 2)}\n` }
  const body = BYTE_ORDER_MARK + csvLine(columns) + rows.map((cells) => csvLine(cells)).join('')
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body }
}
