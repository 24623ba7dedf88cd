import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { isNewVersionOffered, onNewVersion } from '#web/api/new-version.ts'

/**
 * Around every page: the word that there is a newer version, when changing to it would throw away what is being
 * typed.
 */
export function Root() {
  const isOffered = useSyncExternalStore(onNewVersion, isNewVersionOffered)
  return (
    <>
      {isOffered && (
        <div className="plain-alert" role="alert">
          <span>Há uma versão nova da Ciranda. Ao atualizar, o que você digitou e não enviou se perde.</span>
          <button type="button" onClick={() => location.reload()}>
            Atualizar
          </button>
        </div>
      )}
      <Outlet />
    </>
  )
}
