import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { listPages } from './scripts/pages-plugins.ts'
import {
  compileWhole,
  fillServiceWorker,
  keepFirstIds,
  keepPreviousAssets,
  listPreloads,
  precompress,
  serveVerifier,
  tellFirstReadings,
} from './scripts/vite-plugins.ts'

// Few files where all are needed: on a slow network each costs a round trip.
const rarely = 'Modal|ScrollArea|Overlay|PasswordInput|NumberInput|Table|List|Divider|Combobox|Pagination|Transition'
const groups = [
  { name: 'validation', test: /node_modules[\\/]zod[\\/]|web[\\/]api[\\/]no-eval\./, priority: 6 },
  {
    // The first script, by whose name a version is known, with what the login of a first visit needs: every page after it does too.
    name: 'index',
    test: /web[\\/](start|api[\\/](early|storage|client|forget|confirm-again|connection|upload)|ui[\\/](base|plain)|text[\\/]warnings|pages[\\/]first-(login\.|home\.css$))|features[\\/]session[\\/](session|startup|auth-state|login-form|passkey-support)\.|rolldown[\\/]runtime|vite[\\/]preload|virtual:first-readings/,
    priority: 5,
  },
  {
    // Home's first look, which waits for nothing of the app.
    name: 'first-home',
    test: /web[\\/](pages[\\/](first-home|parts[\\/]rest-of-roda)|features[\\/](home[\\/](next-step|step-drawings)|forecast[\\/]turn-line)|text[\\/]dates|api[\\/]together)\.|contracts[\\/](age|labels|money-text)\.|circle[\\/]once\./,
    priority: 5,
  },
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack(?![\\/](query|react-query)-persist|[\\/]query-core[\\/].*hydration))[\\/]|web[\\/]api[\\/](?!persist|events|download|register|shared|device-key|sign-act|journal|hold-log|typed-key)/,
    priority: 4,
  },
  {
    name: 'main',
    test: /web[\\/](main|router)\.|features[\\/](session(?![\\/](ConfirmDialog|SigningNote|passkey\.))|circle[\\/](DemonstrationBanner|api)|[\w-]+[\\/]search\.)|contracts[\\/](limits|age)\.|ui[\\/](Brand|LoadingScreen|typed-text|url-search)\.|pages[\\/](layouts[\\/](Plain|Root|SignedIn)|PageFailed|NotFound|login)\./,
    priority: 4,
  },
  {
    name: 'components',
    test: new RegExp(
      String.raw`@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](?!${rarely}))|hooks[\\/]esm[\\/]use-(id|clipboard|uncontrolled))|web[\\/](text[\\/](?!events|profile|missing-field)|ui[\\/](?!Brand|LoadingScreen|typed-text|url-search|base|pictures|Profile|QrCode))|features[\\/]shell[\\/](Shell|OfflineNotice)|pages[\\/]layouts[\\/]Public|web[\\/]api[\\/]events|contracts[\\/](labels|money-text|payment[\\/]phones)`,
    ),
    priority: 3,
  },
  {
    name: 'dialogs',
    test: /node_modules[\\/](@mantine|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|clsx|tslib)/,
    priority: 2,
  },
  {
    // Shared by the pages of a member, or needed before anything else: some twenty small files, a request each. Styles of pages
    // and of the library don't belong in one file: which of them stand behind the others is not for us to say there.
    name: 'pages',
    test: /features[\\/](home|forecast|circle([\\/]consent)?|donations|levels|shell)[\\/][\w-]+\.css$|features[\\/](donations[\\/](api|known-names|NameNote|payment-check|usePaymentCheck|status-text|PixTransactionField|ReceiptUpload|DonationStatus|SharedReceipt)|profile[\\/]notices-api|circle[\\/](saved-promises|BankLink|ring-geometry)|session[\\/]SigningNote|forecast[\\/](api|turn-text)|draw[\\/](api|draw-step|kept-number|own-number|progress)|approvals[\\/](api|ChangeList)|beginning[\\/](api|rows)|shares[\\/](api|shares-text)|circle[\\/](Ending|month-text)|profile[\\/]api)\.|web[\\/]ui[\\/]pictures[\\/](kinds|draw|shrink|receipt)\.|contracts[\\/](payment[\\/](br-code|crc16|pix-key|pix-transaction)|turn-move-text|month-name)\.|circle[\\/](period|payment-key|committed-texts)\.|pages[\\/]parts[\\/]useMissingKey\.|features[\\/](shell[\\/]MemberShell|levels[\\/]api|home[\\/](api|NextStep))|web[\\/]api[\\/](kept-store|persist|register|shared)|-persist-client|query-core[\\/].*hydration|idb-keyval/,
    priority: 1,
  },
  {
    // Fetched when somebody first signs, or the ledger is looked at: what other files need too is theirs.
    name: 'signing',
    test: /web[\\/]api[\\/](device-key|sign-act|journal|hold-log|typed-key)\./,
    priority: 0,
  },
]

export default defineConfig({
  root: 'web',
  define: { VERIFIER_SHA256: JSON.stringify(readFileSync('scripts/verify-ledger.sha256', 'utf8').slice(0, 64)) },
  plugins: [
    react(),
    tellFirstReadings(),
    listPreloads(),
    serveVerifier(),
    fillServiceWorker(),
    compileWhole(),
    keepFirstIds(),
    keepPreviousAssets(),
    listPages(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    // The files of the versions before stay for open tabs: see keepPreviousAssets.
    emptyOutDir: false,
    sourcemap: false,
    // Its polyfill would be one file more before the first script. A browser without such links fetches each file when it is needed.
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: 'web/index.html',
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups },
      },
    },
  },
})
