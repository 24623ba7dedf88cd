import { CatchBoundary } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ComponentType } from 'react'

/**
 * A part of a page that is fetched when it is needed. Where that fails, only this part says so: the rest of the page
 * stays, with everything that was typed into it.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Loaded = lazy(load)
  return function Part(props: P) {
    return (
      <CatchBoundary getResetKey={() => 'part'} errorComponent={PartFailed}>
        <Loaded {...props} />
      </CatchBoundary>
    )
  }
}

function PartFailed() {
  return (
    <div className="plain-alert" role="alert">
      <span>Não foi possível abrir esta parte. Atualize a página; o que você digitou e não enviou se perde.</span>
      <button type="button" onClick={() => location.reload()}>
        Atualizar
      </button>
    </div>
  )
}
