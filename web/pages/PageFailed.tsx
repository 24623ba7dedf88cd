import { useContext } from 'react'
import { InMain } from '#web/ui/in-main.ts'

/** The screen shown instead of a page that could not be drawn, with or without the component library around it. */
export function PageFailed() {
  const Part = useContext(InMain) ? 'div' : 'main'
  return (
    <Part className="not-found">
      <div role="alert">
        <h1>Algo não funcionou nesta página</h1>
        <p>Nada foi enviado por causa disso. Atualize para tentar de novo.</p>
      </div>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        Atualizar
      </button>
      <a href="/">Voltar ao início</a>
    </Part>
  )
}
