import { Alert, Button, FileButton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { chooseAnew } from '#web/ui/images.ts'
import { statementFaults } from './statement.ts'
import type { Statement, StatementFault } from './statement.ts'

const loadReader = () => import('./read-statement.ts')

/** Opens a bank's file and reads it on this device; what is no statement is told in one sentence. */
export function OpenStatement({ onRead }: { onRead: (statement: Statement | null) => void }) {
  const [fault, setFault] = useState<StatementFault | null>(null)
  const [isReading, setReading] = useState(false)
  // While the page is read, so that the choice of a file waits for nothing and works without a network.
  useEffect(() => void loadReader().catch(() => {}), [])
  const open = async (file: File) => {
    setReading(true)
    const answer = await loadReader()
      .then(({ readStatement }) => readStatement(file))
      .catch(() => ({ ok: false, fault: 'unreadable' }) as const)
    setReading(false)
    setFault(answer.ok ? null : answer.fault)
    onRead(answer.ok ? answer.statement : null)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <FileButton
        onChange={(file) => file && void open(file)}
        inputProps={{ 'aria-label': 'Arquivo do extrato', onClick: chooseAnew }}
      >
        {(props) => (
          <Button {...props} mih={44} disabled={isReading}>
            {isReading ? 'Lendo...' : 'Abrir o extrato'}
          </Button>
        )}
      </FileButton>
      {fault && (
        <Alert color="red" role="alert">
          {statementFaults[fault]}
        </Alert>
      )}
      <details className="statement-help">
        <summary>Onde acho esse arquivo?</summary>
        <Text size="sm">
          No aplicativo ou no site do seu banco, abra o extrato do mês e toque em Exportar, Baixar ou Compartilhar.
          Escolha OFX ou CSV. Servem os do Banco do Brasil, Caixa, Itaú, Bradesco, Santander, Nubank, Inter, C6, Mercado
          Pago, PicPay, Sicoob e Sicredi.
        </Text>
      </details>
    </Stack>
  )
}
