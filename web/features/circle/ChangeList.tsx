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
  leaves: 'Quem sai',
  comes: 'Quem vem',
  place: 'O que passa',
  place_money: 'Contas do lugar',
  place_owes: 'O que falta',
  place_open: 'Em aberto agora',
  loses: 'Fica sem receber',
  keeps: 'Recebeu a mais',
}

/** So many of one kind are shown at once. */
const SHOWN = 6

/** Each thing that would change, old beside new; many of one kind under one heading, the most of them folded. */
export function ChangeList({ changes }: { changes: readonly ApprovalChange[] }) {
  return (
    <dl className="description-list">
      {alike(changes).map((group, index) => (
        <div key={`${group[0]!.field} ${index}`}>
          <Text component="dt" size="sm" c="dimmed">
            {say(fieldLabels[group[0]!.field] ?? group[0]!.field)}
          </Text>
          {group.slice(0, SHOWN).map(valueOf)}
          {group.length > SHOWN && (
            <dd>
              <details>
                <summary>e mais {group.length - SHOWN}</summary>
                {group.slice(SHOWN).map(({ after }, rest) => (
                  <div key={rest}>{after}</div>
                ))}
              </details>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** Neighbours that only add something of the same kind stand together. */
function alike(changes: readonly ApprovalChange[]): ApprovalChange[][] {
  const groups: ApprovalChange[][] = []
  for (const change of changes) {
    const [last] = groups.at(-1) ?? []
    const isAlike = last?.field === change.field && last.before === null && change.before === null
    if (isAlike && last.after !== null && change.after !== null) groups.at(-1)!.push(change)
    else groups.push([change])
  }
  return groups
}

const valueOf = ({ before, after }: ApprovalChange, index: number) => (
  <Text component="dd" m={0} className="wrap-anywhere" key={index}>
    {before === null ? (
      (after ?? 'retirado')
    ) : (
      <>
        <s>{before}</s> → <b>{after ?? 'retirado'}</b>
      </>
    )}
  </Text>
)
