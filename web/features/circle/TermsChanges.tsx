import './terms-changes.css'
import type { TermsChange } from './terms-changes.ts'

/** The changes of the terms, old beside new; on a phone one under the other. */
export function TermsChanges({
  changes,
  before,
  after,
}: {
  changes: readonly TermsChange[]
  before: string
  after: string
}) {
  return (
    <ul className="terms-changes">
      {changes.map((change) => (
        <li key={change.what}>
          <h3>{change.what}</h3>
          <div>
            <p data-side="before">
              <small>{before}</small>
              {change.before ?? 'não havia, ou não ficou guardado'}
            </p>
            <p data-side="after">
              <small>{after}</small>
              {change.after ?? 'não há mais'}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
