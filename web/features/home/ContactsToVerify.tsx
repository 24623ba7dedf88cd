import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isClosed } from '#contracts/labels.ts'
import { readHelper } from '#web/api/storage.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** The contacts of a person that are theirs and were not yet shown to reach them. */
export function contactsToVerify(user: ReturnType<typeof useAuth>['user']): string[] {
  // A helper reads none of the codes that a person is sent, and somebody suspended confirms nothing.
  if (readHelper() || (user && isClosed(user.status))) return []
  return [
    ...(user?.emailVerified === false && user.email !== '' ? ['seu e-mail'] : []),
    ...(user?.phoneVerified === false ? ['seu telefone'] : []),
  ]
}

/** Stands on home until the person has shown that letters and calls reach them; says nothing where that is unknown. */
export function ContactsToVerify() {
  const { user } = useAuth()
  const missing = contactsToVerify(user)
  if (missing.length === 0) return null
  return (
    <div className="account-note" data-verified={false} role="note" aria-label="Contatos a confirmar">
      <p>
        <strong>Falta confirmar {missing.join(' e ')}</strong>É por eles que chegam os avisos e o caminho de volta, se
        você perder a senha. Basta o código de 6 dígitos.{' '}
        <Anchor component={Link} to="/profile" hash="contatos" inherit>
          Digitar o código
        </Anchor>
      </p>
    </div>
  )
}
