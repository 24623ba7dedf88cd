/**
 * Fills the screen while the session or a page is loading. It does without the component library, so that it can be
 * shown before the library is.
 */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <span className="loading-ring" aria-hidden="true" />
      <p>Carregando...</p>
    </div>
  )
}
