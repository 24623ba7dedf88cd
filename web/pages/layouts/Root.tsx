import { Outlet } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { isNewVersionOffered, onNewVersion } from '#web/api/new-version.ts'

/** Names the window after the heading of the page that stands in it: tabs, the history and screen readers say it. */
function usePageTitle(): void {
  useEffect(() => {
    const name = () => {
      const heading = document.querySelector('h1')?.textContent
      const title = heading ? `${heading} · Ciranda` : 'Ciranda'
      if (document.title !== title) document.title = title
    }
    name()
    // A heading may wait for an answer, or change with what somebody did.
    const observer = new MutationObserver(name)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [])
}

/**
 * Around every page: the word that there is a newer version, when changing to it would throw away what is being
 * typed.
 */
export function Root() {
  usePageTitle()
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
