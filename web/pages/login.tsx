import { useNavigate, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { showLogin } from '#web/features/session/login-form.ts'

/** The login within the app: the same plain form as on a first visit, whose links lead on without loading anew. */
export default function LoginPage() {
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { history } = useRouter()
  useLayoutEffect(() => {
    const { current: element } = place
    const follow = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!isPlain || !link) return
      event.preventDefault()
      history.push(link.pathname + link.hash)
    }
    const remove = showLogin(element!, () => void navigate({ to: '/', replace: true }))
    element!.addEventListener('click', follow)
    return () => {
      element!.removeEventListener('click', follow)
      remove()
    }
  }, [history, navigate])
  return <div ref={place} />
}
