import { promises as fs } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** Writes each text asset's brotli and gzip form beside it, so that the server never compresses the same bytes twice. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      for (const name of await fs.readdir(outDir, { recursive: true })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue
        const bytes = await fs.readFile(path.join(outDir, name))
        if (bytes.length < 1024) continue
        await fs.writeFile(path.join(outDir, `${name}.br`), await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        await fs.writeFile(path.join(outDir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [react(), precompress()],
  build: { outDir: 'dist', emptyOutDir: true, sourcemap: false, target: 'es2022', chunkSizeWarningLimit: 700 },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
})
