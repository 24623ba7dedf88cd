import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { BulkDone } from '#web/ui/BulkDone.tsx'
import { BulkProgress } from '#web/ui/BulkProgress.tsx'
import type { Outcome } from '#web/ui/run-sequentially.ts'
import { useBulkOperation } from '#web/ui/useBulkOperation.ts'
import { confirmReceived, donationKeys } from '../api.ts'
import type { Donation } from '../api.ts'
import { readKnownNames } from '../known-names.ts'
import { namedOf } from '../NameNote.tsx'
import type { Verdict } from './match.ts'
import { Row } from './IncomingRow.tsx'
import { isTickedFor } from './ticked.ts'

type Verdicts = ReadonlyMap<string, Verdict>
const countText = (count: number) => (count === 1 ? '1 recebimento' : `${count} recebimentos`)

/**
 * The receipts that wait for this person, ticked where the statement is certain; the ticked ones are confirmed one by one, each
 * signed by this device. Those that the statement does not prove need the word that they were seen on it. `verdicts`: null
 * while no statement is open.
 */
export function Incoming({ waiting, verdicts }: { waiting: readonly Donation[]; verdicts: Verdicts | null }) {
  const { picked, toggle, unproven, forget } = usePicked(waiting, verdicts)
  const [isSeen, setSeen] = useState(false)
  const [result, setResult] = useState<Outcome<Donation> | null>(null)
  const { run, stop, isStopping, progress } = useBulkOperation<Donation>(donationKeys)
  const confirm = async () => {
    setResult(null)
    setResult(await run({ items: picked, act: confirmReceived, onFailure: 'go on' }))
    setSeen(false)
    forget()
  }
  if (progress)
    return (
      <Stack role="group" aria-label="Confirmando">
        <BulkProgress
          doing="Confirmando"
          at={progress.outcome.done + progress.outcome.failures.length + 1}
          total={progress.outcome.total}
          now={progress.next.donor.name}
          isStopping={isStopping}
          onStop={stop}
        />
      </Stack>
    )
  return (
    <Stack component="section" aria-labelledby="chegou">
      {result && (
        <BulkDone
          title={`${countText(result.done)} ${result.done === 1 ? 'confirmado' : 'confirmados'}`}
          outcome={result}
          nameOf={({ donor }) => donor.name}
          otherwise="Erro ao confirmar recebimento"
        />
      )}
      <Title order={2} size="h4" id="chegou">
        O que você espera
      </Title>
      {waiting.length === 0 ? (
        <Text c="dimmed">Nada para confirmar agora. Cada comprovante que alguém lhe mandar aparece aqui.</Text>
      ) : (
        <>
          {unproven && (
            <Checkbox
              label="Conferi no extrato do meu banco"
              checked={isSeen}
              onChange={(event) => setSeen(event.currentTarget.checked)}
            />
          )}
          <Button
            mih={44}
            className="statement-confirm"
            disabled={picked.length === 0 || (unproven && !isSeen)}
            onClick={() => void confirm()}
          >
            {picked.length === 0 ? 'Confirmar os marcados' : `Confirmar ${countText(picked.length)}`}
          </Button>
          <Text size="sm" c="dimmed">
            Confirmar não pode ser desfeito. Cada um é assinado neste aparelho.
          </Text>
          {waiting.map((donation) => (
            <Row
              key={donation.id}
              donation={donation}
              verdict={verdicts?.get(donation.id)}
              isPicked={picked.includes(donation)}
              onToggle={() => toggle(donation.id)}
            />
          ))}
        </>
      )}
    </Stack>
  )
}

/** Which ones are ticked: what the statement is certain of, and whatever the person changed by hand since it was opened. */
function usePicked(waiting: readonly Donation[], verdicts: Verdicts | null) {
  const [changed, setChanged] = useState<{ of: Verdicts | null; ids: ReadonlySet<string> }>({
    of: null,
    ids: new Set(),
  })
  const byHand = changed.of === verdicts ? changed.ids : new Set<string>()
  const [known] = useState(readKnownNames)
  const isCertain = (donation: Donation) =>
    isTickedFor(known, namedOf(donation, 'receiver'), verdicts?.get(donation.id))
  const picked = waiting.filter((donation) => isCertain(donation) !== byHand.has(donation.id))
  const toggle = (id: string) => {
    const ids = new Set(byHand)
    if (!ids.delete(id)) ids.add(id)
    setChanged({ of: verdicts, ids })
  }
  const forget = () => setChanged({ of: verdicts, ids: new Set() })
  return { picked, toggle, forget, unproven: picked.some((donation) => !isCertain(donation)) }
}
