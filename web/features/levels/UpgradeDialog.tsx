import { Alert, Button, Modal, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#contracts/money-text.ts'
import { outcomeQuery } from '#web/features/circle/api.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useLater } from '#web/ui/useLater.ts'
import { useAcceptUpgrade } from './api.ts'
import type { Upgrade } from './api.ts'
import { isAcceptable, reachedState } from './reached.ts'
import type { Outcome } from './reached.ts'
import { Refused } from '#web/ui/Refused.tsx'

const SUCCESS_MS = 2_000
const REACHED = 'how-many-complete'

/**
 * How many complete the level that somebody is about to enter, by the same simulation as in the terms. It takes seconds for
 * an unusual plan, and the button waits for it: nothing is accepted before the figure stands there.
 */
function Reached({ level, outcome }: { level: number; outcome: Outcome & { refetch: () => unknown } }) {
  const { state, text } = reachedState(outcome, level)
  return (
    <div id={REACHED}>
      {state === 'failed' ? (
        <ErrorState message={text} onRetry={() => void outcome.refetch()} />
      ) : (
        <Text size="sm" {...(state === 'known' ? { fw: 600 } : { role: 'status', c: 'dimmed' })}>
          {text}
        </Text>
      )}
    </div>
  )
}

export function UpgradeDialog({ upgrade, onClose }: { upgrade: Upgrade; onClose: () => void }) {
  const accept = useAcceptUpgrade()
  const outcome = useQuery(outcomeQuery)
  const { requirements } = upgrade
  useLater(accept.isSuccess, SUCCESS_MS, onClose)

  const rows: [string, number][] = [
    ['Upgrade', requirements.upgrade_amount],
    ['Cascata', requirements.cascade_amount],
    ['Reinjeção', requirements.reinjection_amount],
    ['Total', requirements.total],
    ['O que este nível pagou a você', upgrade.user_balance],
  ]
  return (
    <Modal opened onClose={onClose} title={`Upgrade para o nível ${upgrade.to_level}`} centered>
      {accept.isSuccess ? (
        <Alert color="mata" role="status">
          Upgrade aceito. Você agora está na fila do nível {accept.data.new_level}.
        </Alert>
      ) : (
        <Stack>
          <Text>{requirements.description}</Text>
          <Table>
            <Table.Tbody>
              {rows
                .filter(([label, amount]) => amount > 0 || label === 'Total')
                .map(([label, amount]) => (
                  <Table.Tr key={label}>
                    <Table.Th scope="row">{label}</Table.Th>
                    <Table.Td ta="right">{moneyText(amount)}</Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
          <Text size="sm">
            Depois de aceito, o upgrade não se desfaz: estas doações passam a ser devidas, e são pedidas mesmo que você
            não complete o nível {upgrade.to_level}. Sem aceitar, nada disso lhe é pedido.
          </Text>
          <Reached level={upgrade.to_level} outcome={outcome} />
          <Refused error={accept.error} otherwise="Erro ao processar upgrade" />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Agora não
            </Button>
            <Button
              disabled={!isAcceptable(upgrade, outcome, accept.isPending)}
              aria-describedby={outcome.data ? undefined : REACHED}
              onClick={() => accept.mutate(upgrade)}
            >
              {accept.isPending ? 'Processando...' : 'Aceitar upgrade'}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Modal>
  )
}
