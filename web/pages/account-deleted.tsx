import { Link } from '@tanstack/react-router'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'

/** The page after an erasure. It uses plain elements, because nobody is signed in any more. */
export default function AccountDeletedPage() {
  const { user, clearError } = useAuth()
  if (user) {
    return (
      <div className="not-found">
        <h1>Você continua na sua conta</h1>
        <Link to="/">Voltar ao início</Link>
      </div>
    )
  }
  return (
    <main className="not-found account-deleted">
      <Brand size={44} />
      <h1>Até logo, e obrigado</h1>
      <p>
        Os seus dados foram apagados da Ciranda e deste aparelho. No livro do círculo ficam números e valores, sem o seu
        nome.
      </p>
      <p>As cópias que você baixou são suas e continuam onde você as guardou.</p>
      <Link to="/login" onClick={clearError}>
        Ir para a entrada
      </Link>
    </main>
  )
}
