import './changes.css'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText, momentInWords } from '#web/text/dates.ts'
import { Paging } from '#web/ui/Paging.tsx'
import { Unread } from '#web/ui/states.tsx'
import { circleQuery } from './api.ts'
import { byText, changeText, nameUnder, termsUnder } from './changes-text.ts'
import type { Change, Changes as Page } from './changes-text.ts'
import { changesQuery } from './held-changes.ts'
import { TermsChanges } from './TermsChanges.tsx'
import { termsChanges } from './terms-changes.ts'

/**
 * 'O que mudou': the changes of the circle itself, from its ledger, newest first. Where the ledger commits to words by a
 * hash, this device hashes the words that it is shown, and says so where they do not agree.
 */
export default function Changes() {
  const [page, setPage] = useState(1)
  const { data: circle } = useQuery(circleQuery)
  const { data, error, refetch, isPlaceholderData } = useQuery(changesQuery(page, circle?.id))
  return (
    <section className="changes" aria-labelledby="mudancas-do-circulo">
      <h3 id="mudancas-do-circulo">O que mudou</h3>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar o que mudou" refetch={refetch} />}
      {!data && !error && <Skeleton height={92} />}
      {data?.areKept === false && (
        <p role="alert" className="changes-fault">
          Esta lista não é a do livro que este aparelho conferiu: falta nela uma mudança, ou há uma que não houve. Não
          confie nela; mostre isto ao grupo.
        </p>
      )}
      {data && data.areKept !== false && data.pagination.totalItems === 0 && (
        <Text size="sm" c="dimmed">
          Nada: plano, nome, quem opera e quem administra são os mesmos desde {dayText(data.since)}.
        </Text>
      )}
      {data && data.pagination.totalItems > 0 && (
        <>
          <ol aria-busy={isPlaceholderData}>
            {data.data.map((change) => (
              <li key={change.seq}>
                <b>{changeText(change)}</b>
                <small>
                  Em <time dateTime={change.at}>{momentInWords(change.at)}</time>, {byText[change.by]}.
                </small>
                {change.kind === 'circle.renamed' && <Names change={change} words={data.words} />}
                {change.kind === 'circle.terms_changed' && <Terms change={change} words={data.words} />}
              </li>
            ))}
          </ol>
          {data.pagination.totalPages > 1 && (
            <Paging label="Páginas do que mudou" noun="mudanças" pages={data.pagination} onPage={setPage} />
          )}
        </>
      )}
    </section>
  )
}

type Committed = { readonly change: Change; readonly words: Page['words'] }

function Names({ change, words }: Committed) {
  const [before, after] = [nameUnder(change.before, words), nameUnder(change.after, words)]
  if (before.is !== 'kept' || after.is !== 'kept') return <Unproven states={[before.is, after.is]} />
  return (
    <span className="wrap-anywhere">
      De “{before.words}” para “{after.words}”.
    </span>
  )
}

function Terms({ change, words }: Committed) {
  // The comparison is drawn only while it is open, so that a search in the page finds nothing that is hidden.
  const [isOpen, setOpen] = useState(false)
  const [before, after] = [termsUnder(change.before, words), termsUnder(change.after, words)]
  if (before.is !== 'kept' || after.is !== 'kept') return <Unproven states={[before.is, after.is]} />
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Ver antes e depois<span className="only-heard">: {changeText(change)}</span>
      </summary>
      {isOpen && <TermsChanges changes={termsChanges(before.words, after.words)} before="Antes" after="Depois" />}
    </details>
  )
}

/** A sentence in place of words that the ledger does not prove. */
function Unproven({ states }: { states: readonly string[] }) {
  return states.includes('differ') ? (
    <p role="alert" className="changes-fault">
      As palavras guardadas desta mudança não conferem com o livro: foram trocadas depois. Não confie nelas; fale com as
      pessoas do círculo e com a administração.
    </p>
  ) : (
    <p className="changes-fault">
      As palavras desta mudança não estão mais guardadas. O livro diz que houve a mudança, e não dá para mostrar qual.
    </p>
  )
}
