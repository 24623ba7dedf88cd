import { Badge } from '@mantine/core'
import type { NameOf } from '#web/text/name-of.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import type { LedgerEntry } from './api.ts'
import { shortHash, describeEntry } from './view.ts'

export function Entry({
  entry,
  nameOf,
  isOwn,
  isTarget,
}: {
  entry: LedgerEntry
  nameOf: NameOf
  isOwn: boolean
  isTarget: boolean
}) {
  const { seq, at, hash } = entry
  const { text, by } = describeEntry(entry, nameOf)
  return (
    <li id={`lancamento-${seq}`} tabIndex={-1} data-target={isTarget || undefined}>
      <span className="ledger-seq">nº {countText(seq)}</span>
      <div className="ledger-told">
        <p className="wrap-anywhere">
          {text}{' '}
          {isOwn && (
            <Badge component="span" variant="light" color="mata" size="sm" tt="none">
              seu
            </Badge>
          )}
        </p>
        <p className="ledger-when wrap-anywhere">
          <time dateTime={at}>{fullMomentText(at)}</time>
          {by && ` · ${by}`}
        </p>
        <details>
          <summary>
            marca <span className="ledger-hash">{shortHash(hash)}…</span>
          </summary>
          <EntryDetails entry={entry} />
        </details>
      </div>
    </li>
  )
}

/** Exactly what the hash covers, and the hash. */
function EntryDetails({ entry: { hash, previous_hash, kind, actor_id, at, payload } }: { entry: LedgerEntry }) {
  const facts = [
    ['Marca (SHA-256)', hash],
    ['Marca do anterior', previous_hash],
    ['Tipo', kind],
    ['Quem fez', actor_id ?? 'sistema'],
    ['Quando (UTC)', at],
  ]
  return (
    <dl className="ledger-whole">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="ledger-hash">{value}</dd>
        </div>
      ))}
      <div>
        <dt>Conteúdo</dt>
        <dd>
          <pre className="ledger-hash">{JSON.stringify(payload, null, 2)}</pre>
        </dd>
      </div>
    </dl>
  )
}
