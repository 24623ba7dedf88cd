// The reader of PDFs, in a file of our own name: it is fetched from this server when a PDF was chosen, and never before.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
