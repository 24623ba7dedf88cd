import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { canUsePasskeys } from '#web/features/session/passkey-support.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'

// Plain elements, without the component library: this is the first page of most people, on slow networks.

const cards = [
  { title: 'Doações entre pessoas', text: 'Quem doa paga direto a quem recebe. O dinheiro nunca passa pela Ciranda.' },
  {
    title: 'Níveis e regras abertas',
    text: 'Você vê a cada momento o que deve, a quem, até quando, e o que o círculo faz com todos.',
  },
  {
    title: 'PIX e cripto com cuidado',
    text: 'Um código PIX para cada doação, comprovante guardado e confirmação de quem recebeu.',
  },
]

export default function LoginPage() {
  const { login, loginWithPasskey, error, clearError } = useAuth()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [isShown, setShown] = useState(false)
  // Goes along to the page for a forgotten password.
  const [typed, setTyped] = useState('')

  const usePasskey = async () => {
    if (isBusy) return
    setBusy(true)
    const isIn = await loginWithPasskey()
    setBusy(false)
    if (isIn) await navigate({ to: '/', replace: true })
  }

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const isIn = await login({ email: String(form.get('email')), password: String(form.get('password')) })
    setBusy(false)
    if (isIn) await navigate({ to: '/', replace: true })
  }

  return (
    <div className="login">
      <main className="login-form">
        <Brand size={44} />
        <div>
          <h1>Entrar</h1>
          <p className="login-lead">Veja o que é seu a fazer, a receber e a conferir.</p>
        </div>
        {error && (
          <div className="plain-alert" role="alert">
            <span>{error}</span>
            <button type="button" aria-label="Fechar" onClick={clearError}>
              ×
            </button>
          </div>
        )}
        <form onSubmit={(event) => void submit(event)}>
          <label className="plain-field">
            E-mail
            <input
              name="email"
              type="email"
              required
              autoComplete="username"
              inputMode="email"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <div className="plain-field">
            <label htmlFor="password">Senha</label>
            <span>
              <input
                id="password"
                name="password"
                type={isShown ? 'text' : 'password'}
                required
                autoComplete="current-password"
                data-secret
              />
              <button
                type="button"
                aria-pressed={isShown}
                aria-label="Mostrar a senha"
                onClick={() => setShown(!isShown)}
              >
                {isShown ? 'Esconder' : 'Mostrar'}
              </button>
            </span>
          </div>
          <button type="submit" className="plain-button" aria-disabled={isBusy}>
            {isBusy ? 'Entrando...' : 'Entrar'}
          </button>
          {canUsePasskeys() && (
            <button type="button" className="plain-button plain-button-quiet" onClick={() => void usePasskey()}>
              Usar chave de acesso
            </button>
          )}
        </form>
        <p>
          <Link
            to="/recover"
            {...(typed === '' ? {} : { hash: String(new URLSearchParams({ email: typed })) })}
            preload={false}
            onClick={clearError}
          >
            Esqueci minha senha
          </Link>
        </p>
        <p>
          Ainda não participa?{' '}
          <Link to="/register" preload={false} onClick={clearError}>
            Criar conta
          </Link>
          {' · '}
          <Link to="/terms" preload={false}>
            Ler os termos
          </Link>
        </p>
      </main>
      <aside className="login-story" aria-label="O que é a Ciranda">
        <Ring />
        <ul>
          {cards.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </aside>
      <footer>© {year} Ciranda. Um círculo fechado não cria dinheiro: o que todos recebem é o que todos doam.</footer>
    </div>
  )
}

const PLACES = 24
const year = new Date().getFullYear()

/** People standing in a ring, and one whose turn it is. */
function Ring() {
  return (
    <svg className="login-ring" viewBox="-110 -110 220 220" aria-hidden="true">
      {Array.from({ length: PLACES }, (_, place) => {
        const angle = (place / PLACES) * 2 * Math.PI - Math.PI / 2
        return (
          <circle
            key={place}
            cx={Math.cos(angle) * 96}
            cy={Math.sin(angle) * 96}
            r={place === 0 ? 11 : 8}
            fill={place === 0 ? '#f2b84b' : place % 3 === 0 ? '#70bbad' : '#2f7f76'}
          />
        )
      })}
    </svg>
  )
}
