import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useChangeUrl } from '#web/ui/useUrlState.ts'
import type { DialogShape } from './search.ts'
import type { UserAction } from './UserCard.tsx'

/** Opens and closes the dialog about somebody, and keeps what was done in it, to be said on the page. */
export function useUserDialog() {
  const [done, setDone] = useState('')
  const openDialog = useChangeUrl<DialogShape>()
  // A profile is a step that the way back returns from, and closing it is that way; the form and the question are none.
  const router = useRouter()
  const isStep = useRef(false)
  const ask = useCallback(
    (action: UserAction, id: string) => {
      setDone('')
      isStep.current = action === 'perfil'
      openDialog({ usuario: id, acao: action }, { push: isStep.current })
    },
    [openDialog],
  )
  const close = () => {
    if (isStep.current) router.history.back()
    else openDialog({ usuario: '', acao: '' })
    isStep.current = false
  }
  const finish = (message: string) => {
    isStep.current = false
    close()
    setDone(message)
  }
  return { ask, close, finish, done, forget: () => setDone('') }
}
