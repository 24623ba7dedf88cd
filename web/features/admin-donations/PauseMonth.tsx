import { Alert, Button, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { ChangeList } from '#web/features/circle/ChangeList.tsx'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { intoView } from '#web/ui/into-view.ts'
import { LoadingRows } from '#web/ui/states.tsx'
import { pauseQuery, usePause } from './api.ts'
import { mayOpenCase } from './OpenCase.tsx'
import type { Donation } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/**
 * Whether a donation is a month's contribution that may still be left for later: once late, it is only paid, and not once a part of it
 * came, while a case is open, or after a rejected receipt that nobody has decided about.
 */
export function mayPause(donation: Donation): boolean {
  const { type, status, paused_until: until, overdue, parts, rejections, report_resolved: isDecided } = donation
  const isUndecided = parts.length > 0 || (rejections.length > 0 && isDecided !== true)
  const isUnpaid = status === 'PENDING_PAYMENT' && !isUndecided
  return type === 'PULL' && isUnpaid && until === null && !overdue && mayOpenCase(donation)
}

/** A month's pause for somebody in need: what it changes for everybody is shown before it is decided. */
export function PauseMonth({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const pause = usePause()
  const foreseen = usePauseForecast(id, isOpen)
  const approval = pause.data?.approval
  if (approval) return <Proposed approval={approval} />
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          Pausa de um mês
        </Button>
      </div>
    )
  return (
    <Paper ref={intoView} className="opens-in-place" withBorder p="md" component="section" aria-label="Pausa de um mês">
      <Stack gap="sm">
        <Text size="sm">
          Para quem passa necessidade: a contribuição deste mês vai para o fim das dela. Continua devida à mesma pessoa,
          que espera. Ninguém precisa escrever o motivo.
        </Text>
        <Foreseen {...foreseen} />
        <ApprovalNote />
        <Refused error={pause.error} otherwise="Não foi possível propor a pausa. Tente de novo." />
        <DialogButtons>
          <Button variant="default" onClick={() => setOpen(false)}>
            Desistir
          </Button>
          <Button disabled={pause.isPending || !foreseen.data} onClick={() => pause.mutate(id)}>
            {pause.isPending ? 'Enviando...' : 'Dar a pausa'}
          </Button>
        </DialogButtons>
      </Stack>
    </Paper>
  )
}

/** Asked once somebody thinks of it: what may not be is refused here already, with why. */
const usePauseForecast = (id: string, isOpen: boolean) => useQuery({ ...pauseQuery(id), enabled: isOpen })

function Foreseen({ data, error }: Pick<ReturnType<typeof usePauseForecast>, 'data' | 'error'>) {
  if (error && !data)
    return (
      <Alert color="red" role="alert">
        {failureText(error, 'Não foi possível ver o que mudaria')}
      </Alert>
    )
  return data ? <ChangeList changes={data.changes} /> : <LoadingRows rows={2} />
}
