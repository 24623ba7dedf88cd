/** The screen shown instead of a page that could not be drawn, with or without the component library around it. */
export function PageFailed() {
  return (
    <div className="not-found" role="alert">
      <h1>Algo não funcionou nesta página</h1>
      <p>Nada foi enviado por causa disso. Atualize para tentar de novo.</p>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        Atualizar
      </button>
      <a href="/">Voltar ao início</a>
    </div>
  )
}
