import './cases.css'
import { dayOf } from '#contracts/age.ts'
import type { DonationOutcome } from '#contracts/labels.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { useNow } from '#web/ui/useNow.ts'
import { WordsMark } from '#web/ui/WordsMark.tsx'
import type { Case, CaseItem } from './api.ts'
import { headingText, outcomes, requestText } from './case-text.ts'

/** Everything of a case in its order, for both parties and for administrators. */
export function CaseTimeline({ of }: { of: Case }) {
  const today = dayOf(useNow())
  return (
    <ol className="case-line" aria-label="Linha do tempo do caso">
      {of.timeline.map((item) => (
        <Item key={item.id} item={item} of={of} today={today} />
      ))}
    </ol>
  )
}

function Item({ item, of, today }: { item: CaseItem; of: Case; today: string }) {
  const { at, by, kind, text, more, outcome, picture, proof, notes } = item
  const waiting = of.report_resolved ? null : requestText(item, today)
  return (
    <li className="case-item" data-by={by} data-open={waiting !== null || undefined}>
      <h3>{headingText(item, of)}</h3>
      {text && <p>{text}</p>}
      {more && <p>{more}</p>}
      {picture && (
        <a href={picture} target="_blank" rel="noreferrer">
          <img className="case-picture" src={picture} alt="Imagem enviada com este texto" loading="lazy" />
        </a>
      )}
      {waiting && <p>{waiting}</p>}
      {outcome && (kind === 'decision' || (kind === 'appeal_decision' && item.decision === 'CHANGED')) && (
        <p>
          <strong>Na doação:</strong> {outcomes[outcome as DonationOutcome]}
        </p>
      )}
      <WordsMark text={text} proof={proof} />
      {item.by_same && (
        <p>Decidiu quem já tinha tomado parte na primeira decisão: não havia outra pessoa na administração.</p>
      )}
      {notes && (
        <p className="case-notes">
          <strong>Nota interna:</strong> {notes}
        </p>
      )}
      <footer>
        <time dateTime={at}>{fullMomentText(at)}</time>
        {proof && kind !== 'status' && ` · livro, entrada nº ${proof.seq}`}
      </footer>
    </li>
  )
}
