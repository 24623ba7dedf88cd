import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApprovalSummary } from '#contracts/approvals.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { momentText } from '#web/text/dates.ts'

type NoteProps = {
  /** Said where another circle than the one on screen counts. */
  readonly isReal?: boolean | undefined
  /** When it is proposed, where a real circle does not always ask for that. */
  readonly when?: string
}

/** Says beside a button that what it does is first proposed, in a real circle. */
export function ApprovalNote({ isReal, when = '' }: NoteProps) {
  const { data: circle } = useQuery(circleQuery)
  if (!(isReal ?? circle?.mode === 'real')) return null
  return (
    <Text size="sm" flex="1 1 100%">
      {when ? `${when} isto` : 'Isto'} é primeiro proposto. Vale quando um fiscal, ou outra pessoa da administração,
      aprovar. Se não há nenhum, vale em 72 horas, se ninguém discordar.
    </Text>
  )
}

/** Says that a call was proposed and not done, in the place where it would have been said to be done. */
export function Proposed({ approval: { due_at, expires_at } }: { approval: ApprovalSummary }) {
  const { isAdmin } = useAuth()
  return (
    <Alert color="sol" role="status" title="Proposto, ainda não feito" flex="1 1 100%">
      {due_at === null
        ? `Espera que um fiscal, ou outra pessoa da administração, aprove, até ${momentText(expires_at)}.`
        : `Se ninguém discordar, acontece em ${momentText(due_at)}.`}{' '}
      Quem a mudança toca já foi avisado e pode discordar.{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to={isAdmin ? '/admin/approvals' : '/decisoes'} />}>
        {isAdmin ? 'Ver em Aprovações' : 'Ver a proposta'}
      </Anchor>
    </Alert>
  )
}

/** Says of several calls that some were only proposed. */
export function ProposedSome({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Text size="sm" className="wrap-anywhere">
      {count === 1 ? '1 foi só proposta: espera' : `${count} foram só propostas: esperam`} um fiscal, outra pessoa da
      administração, ou 72 horas sem que ninguém discorde. Quem a mudança toca já foi avisado.
    </Text>
  )
}
