/** The shell of the documentation page. Swagger UI draws its content from the document at the same address. */
export const docsPage = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Ciranda: chamadas da API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="docs"><noscript>Esta página precisa de JavaScript. O documento está em /api/docs, com o cabeçalho Accept: application/json.</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/try.js"></script>
</body>
</html>
`

/**
 * This script has its own address, because the content security policy forbids inline scripts. The external validator
 * is off, so that nothing is sent to another host. The groups begin closed: with all open at once, the library draws no
 * more than the first calls as soon as there are more than 126.
 */
export const docsScript = `SwaggerUIBundle({
  url: '/api/docs',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  displayRequestDuration: true,
})
`
