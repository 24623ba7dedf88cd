// `npm start`: the pages when stale, then the server.
await import('./build.ts')
await import('#server/main.ts')
export {}
