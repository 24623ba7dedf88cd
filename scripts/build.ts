import { buildWhenStale, PAGES, SERVER } from './built.ts'

// `npm run build`: builds the pages and the server when anything that they are made of changed since the last build;
// otherwise does nothing. The builder takes half a second to load, which most starts need not spend.

await buildWhenStale(PAGES, async () => {
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
})
await buildWhenStale(SERVER, async () => {
  const { buildServer } = await import('./build-server.ts')
  await buildServer(SERVER.file)
})
