import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { LedgerFaultCode } from '#circle/ledger/verdict.ts'
import { ledgerFaultSentence } from '#contracts/ledger-faults.ts'
import { memberOf } from '#web/api/holder.ts'
import { readHelper } from '#web/api/storage.ts'
import { sayVerdict } from '#web/features/circle/ledger-verdict.ts'
import type { LedgerVerdict } from '#web/features/circle/ledger-verdict.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { PagesAlert } from './PagesAlert.tsx'
import { UncheckedAlert } from './UncheckedAlert.tsx'
import { saveProof } from './proof-file.ts'
import { knowDevice, recognise, onWatch, readWatch, watchLedger } from './watch.ts'
import type { Verification } from './worker-messages.ts'

/**
 * Verifies the ledger by itself while somebody is signed in, and shows on every page what is wrong with it, until the
 * reader puts that away. Another fault is shown again. What is wrong with the pages themselves stands above it.
 */
export default function LedgerWatch({ holder }: { holder: string | null }): ReactNode {
  return (
    <>
      <PagesAlert />
      <Watching holder={holder} />
    </>
  )
}

function Watching({ holder }: { holder: string | null }) {
  useEffect(() => watchLedger(holder), [holder])
  const watch = useSyncExternalStore(onWatch, readWatch)
  const [dismissed, setDismissed] = useState(readDismissed)
  const verdict = verdictOf(watch)
  useEffect(() => sayVerdict(verdict), [verdict])
  useEffect(
    () =>
      onWatch(() => {
        if (readWatch().at !== 'checked') return
        // The lie that was put away is over: told again after the truth, it is another.
        localStorage.removeItem(DISMISSED_KEY)
        setDismissed(null)
      }),
    [],
  )
  if (watch.at !== 'faults')
    return (
      <>
        {watch.at === 'checked' && watch.ahead !== null && <ClockAlert ahead={watch.ahead} />}
        <UncheckedAlert at={watch.at} />
      </>
    )
  const mark = markOf(watch.verification)
  if (dismissed === mark) return null
  const dismiss = () => {
    localStorage.setItem(DISMISSED_KEY, mark)
    setDismissed(mark)
  }
  return <LedgerAlert verification={watch.verification} holder={holder} onDismiss={dismiss} />
}

/** An act for somebody whom the reader helps is to be asked of that person, and holds up none of the reader's own payments. */
function verdictOf(watch: ReturnType<typeof readWatch>): LedgerVerdict {
  if (watch.at !== 'faults') return watch.at === 'checked' ? 'checked' : 'open'
  return areAll(watch.verification.verdict, 'journal.helped_person') && !readHelper() ? 'checked' : 'faults'
}

const DISMISSED_KEY = 'ciranda-livro-visto'

function readDismissed(): string | null {
  return localStorage.getItem(DISMISSED_KEY)
}

/** Tells one set of faults from another. */
function markOf({ head, verdict: { faults } }: Verification): string {
  return `${head.circle_id} ${faults.map(({ code, seq, id }) => `${code}:${seq ?? id ?? ''}`).join(' ')}`
}

/** One of two clocks is wrong, and only its person can tell which. */
function ClockAlert({ ahead }: { ahead: string }) {
  return (
    <Alert color="sol" role="alert" mb="lg" title="Que horas são?">
      O último lançamento do livro é de {fullMomentText(ahead)}, e neste aparelho essa hora ainda não chegou. Confira a
      hora do aparelho. Se ela está certa, mostre isto ao grupo: os prazos estão acabando antes do que deviam.
    </Alert>
  )
}

type AlertProps = { verification: Verification; holder: string | null; onDismiss: () => void }

function areAll({ faults, faultsFound }: Verification['verdict'], code: LedgerFaultCode): boolean {
  return faults.length === faultsFound && faults.every((each) => each.code === code)
}

/** A device or a key that its member does not know is not the ledger's fault, and may be their own. */
function titleOf(verdict: Verification['verdict']): string {
  if (areAll(verdict, 'journal.unknown_device')) return 'Um aparelho novo assina por você'
  if (areAll(verdict, 'journal.unsigned')) return 'Foi você?'
  if (areAll(verdict, 'journal.helped_person')) return 'Sobre quem você ajuda'
  return areAll(verdict, 'journal.unknown_key') ? 'Outra chave para lhe pagarem' : 'O livro do círculo não confere'
}

function LedgerAlert({ verification: { verdict, head }, holder, onDismiss }: AlertProps) {
  const { data: circle } = useQuery(circleQuery)
  const [first] = verdict.faults
  const contact = circle?.operator?.contact
  return (
    <Alert color="red" role="alert" mb="lg" title={titleOf(verdict)} className="ledger-alert">
      {first && <Text>{ledgerFaultSentence(first)}</Text>}
      {verdict.faultsFound > 1 && <Text>E mais: {verdict.faultsFound - 1}.</Text>}
      {!areAll(verdict, 'journal.helped_person') && (
        <Text mt="xs">
          O seu aparelho refez as contas e achou isto. Antes de pagar ou confirmar qualquer coisa, mostre este aviso ao
          grupo e pergunte à administração{contact ? ` (${contact})` : ''} o que aconteceu.
        </Text>
      )}
      <Group gap="sm" mt="sm">
        <Anchor component={Link} to="/ledger" c="inherit" underline="always">
          Ver no livro
        </Anchor>
        {first?.code === 'journal.unknown_device' && holder !== null && (
          <>
            <Button variant="default" mih={44} onClick={() => void knowDevice(holder, first.id!)}>
              Fui eu que entrei nele
            </Button>
            <Anchor
              component={Link}
              to={memberOf(holder) === null ? '/admin/account' : '/profile'}
              hash="aparelhos"
              c="inherit"
              underline="always"
            >
              Ver os meus aparelhos
            </Anchor>
          </>
        )}
        {first?.code === 'journal.helped' && holder !== null && (
          <Button variant="default" mih={44} onClick={() => void knowDevice(holder, first.id!)}>
            Eu combinei isso
          </Button>
        )}
        {(first?.code === 'journal.unsigned' || first?.code === 'journal.helped_person') && holder !== null && (
          <Button variant="default" mih={44} onClick={() => void recognise(holder, first.id!)}>
            {first.code === 'journal.unsigned' ? 'Fui eu' : 'Perguntei: foi a pessoa'}
          </Button>
        )}
        {first?.code === 'journal.unknown_key' && holder !== null && (
          <>
            <Button variant="default" mih={44} onClick={() => void recognise(holder, first.id!)}>
              Fui eu que troquei
            </Button>
            <Anchor component={Link} to="/profile" hash="chave" c="inherit" underline="always">
              Ver a minha chave
            </Anchor>
          </>
        )}
        <Button variant="default" mih={44} onClick={() => void saveProof(holder, head.circle_id)}>
          Guardar a prova
        </Button>
        <Button variant="default" mih={44} onClick={onDismiss}>
          Já vi, ocultar
        </Button>
      </Group>
    </Alert>
  )
}
