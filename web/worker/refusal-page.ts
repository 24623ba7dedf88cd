import { PIN_CACHE } from './pin.ts'

/** Where the two buttons of the page below lead: this worker alone answers there. */
export const CHOICE_ADDRESS = '/paginas'

/** The headers of a page without anything that runs. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

const STYLE = `:root{color-scheme:light dark}
body{max-width:34rem;margin:0 auto;padding:2rem 1.25rem;font:1.0625rem/1.55 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
form{display:grid;gap:.75rem;margin-top:1.5rem}
button{font:inherit;min-height:3rem;padding:.6rem 1rem;border-radius:.5rem;border:1px solid currentColor;background:none;color:inherit;cursor:pointer}
button.first{background:#1b5e4b;border-color:#1b5e4b;color:#fff}
button:focus-visible{outline:3px solid;outline-offset:2px}
p.small{font-size:.9375rem;opacity:.85}`

const TOKEN_PLACE = '/paginas?token'

/** The secret of the last refusal page; null where there was none. Kept, since a worker is ended while somebody reads. */
export async function readToken(): Promise<string | null> {
  const kept = await (await caches.open(PIN_CACHE)).match(TOKEN_PLACE)
  return kept ? kept.text() : null
}

/**
 * The page in place of one that no release has. `version`: the pages that this device keeps and may go on with; null where
 * it has lost them. The secret in it is said by this page alone, so that no link of anybody's chooses for the person.
 */
export async function refusalPage(version: string | null): Promise<Response> {
  const token = crypto.randomUUID()
  await (await caches.open(PIN_CACHE)).put(TOKEN_PLACE, new Response(token))
  const choice = (value: string, words: string, style: string) =>
    `<button class="${style}" name="paginas" value="${value}">${words}</button>`
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Páginas sem versão publicada – Ciranda</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Estas páginas não são de uma versão publicada</h1>
<p>O servidor mandou páginas diferentes das que este aparelho conhece. Ninguém que publica a Ciranda as assinou, e por isso elas não foram abertas.</p>
<p>Talvez quem cuida do servidor tenha passado a fazer as próprias páginas. Talvez alguém queira mostrar a você o que não é verdade. Pergunte no grupo, por telefone ou em pessoa.</p>
<form method="post" action="${CHOICE_ADDRESS}">
<input type="hidden" name="token" value="${token}">
${version === null ? '' : choice('guardadas', `Continuar com as páginas guardadas, da versão ${version}`, 'first')}
${choice('novas', 'Usar as páginas novas mesmo assim', 'other')}
</form>
<p class="small">As páginas guardadas continuam a falar com o servidor. Nada do que você fez se perde.</p>
</main>
</body>
</html>
`
  return new Response(html, { headers: HEADERS })
}
