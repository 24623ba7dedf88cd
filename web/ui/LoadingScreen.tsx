/** The whole screen waits: while nobody knows yet who is signed in, and while a page is fetched. Without the component library, so that it can stand in for it. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <span className="loading-ring" aria-hidden="true" />
      <p>Carregando...</p>
    </div>
  )
}
