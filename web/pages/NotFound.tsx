import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { TestClock } from '#web/features/circle/TestClock.tsx'

/** An address that is no page: says so and leads back, with or without the component library. */
export function NotFound() {
  return (
    <>
      <DemonstrationBanner />
      <div className="plain-page">
        <TestClock />
      </div>
      <main className="not-found">
        <h1>Página não encontrada</h1>
        <p>O endereço pode ter mudado, ou foi digitado com algum erro.</p>
        <a href="/">Voltar ao início</a>
      </main>
    </>
  )
}
