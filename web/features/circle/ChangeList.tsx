import { Text } from '@mantine/core'
import { say } from '#web/text/say.ts'
import type { ApprovalChange } from '#contracts/approvals.ts'

const fieldLabels: Readonly<Record<string, string>> = {
  pixKeyType: 'Tipo da chave PIX',
  pixKey: 'Chave PIX',
  pixOwnerName: 'Titular da chave',
  pixCopyPaste: 'PIX copia e cola',
  pixQrCode: 'QR code PIX',
  btcAddress: 'Endereço Bitcoin',
  btcQrCode: 'QR code Bitcoin',
  usdtAddress: 'Endereço USDT',
  usdtQrCode: 'QR code USDT',
  donation: 'Doação',
  donation_outcome: 'O que acontece com ela',
  resolution_message: 'Motivo',
  plan_name: 'Nome do plano',
  people: 'Quantas pessoas',
  deadline_days: 'Prazo em dias',
  level_1: 'Nível 1',
  level_2: 'Nível 2',
  level_3: 'Nível 3',
  operator_name: 'Quem opera',
  operator_document: 'CPF ou CNPJ de quem opera',
  operator_contact: 'Contato',
  operator_dataProtectionContact: 'Encarregado de dados',
  administrator: 'Pessoa',
  email: 'E-mail',
  role: 'Papel',
  person: 'Pessoa',
  standing: 'O que acontece',
  money: 'Contas dela no círculo',
  reason: 'Motivo',
  deadline: 'Prazo',
  turn_ends: 'Completa a vez, pela previsão',
  pauses: 'Pausas desta volta',
  ahead: 'Contas de quem doa',
  place_1: 'Lugar na fila N1',
  place_2: 'Lugar na fila N2',
  place_3: 'Lugar na fila N3',
  places_more: 'Outros lugares',
  loses: 'Fica sem receber',
  keeps: 'Recebeu a mais',
}

/** Each thing that would change, old beside new. */
export function ChangeList({ changes }: { changes: readonly ApprovalChange[] }) {
  return (
    <dl className="description-list">
      {changes.map(({ field, before, after }, index) => (
        <div key={`${field} ${index}`}>
          <Text component="dt" size="sm" c="dimmed">
            {say(fieldLabels[field] ?? field)}
          </Text>
          <Text component="dd" m={0} className="wrap-anywhere">
            {before === null ? (
              (after ?? 'retirado')
            ) : (
              <>
                <s>{before}</s> → <b>{after ?? 'retirado'}</b>
              </>
            )}
          </Text>
        </div>
      ))}
    </dl>
  )
}
