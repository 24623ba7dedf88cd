import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fillServiceWorker, listPreloads, precompress, serveVerifier } from './scripts/vite-plugins.ts'

// Few files where all are needed: on a slow network each costs a round trip.
const groups = [
  { name: 'base', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|web[\\/]api[\\/]|rolldown-runtime|vite[\\/]preload/, priority: 2 },
  { name: 'components', test: /node_modules[\\/](@mantine|@floating-ui|react-remove-scroll|react-textarea-autosize|clsx)/, priority: 1 },
  { name: 'shared', test: /web[\\/](text|ui)[\\/](?!Brand|LoadingScreen|base|events)|contracts[\\/](labels|limits|payment[\\/]phones)/, minShareCount: 2 },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), listPreloads(), serveVerifier(), fillServiceWorker(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: 'web/index.html', sw: 'web/service-worker.ts' },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'), codeSplitting: { groups } },
    },
  },
  server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
})
