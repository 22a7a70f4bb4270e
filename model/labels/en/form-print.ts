/** Forms on paper. */
export default {
  'forms.paper.number': 'No. {{number}}',
  'forms.paper.version': 'version {{version}}',
  'forms.paper.draft-form': 'draft, not published',
  'forms.paper.state-draft': 'draft',
  'forms.paper.state-withdrawn': 'withdrawn',
  'forms.paper.submitted': 'sent {{time}}',
  'forms.paper.by': 'by {{user}}',
  'forms.paper.check': 'check code {{code}}',
  'forms.paper.printed': 'Printed: {{note}}',
  'forms.paper.check-about':
    'The check code is made of the form, its version, the entry and the values on this paper (the first 48 bits of their SHA-256). Printed again with the same fields, the entry has the same code as long as no value was changed. It is no signature.',
  'forms.paper.form-check-about':
    'The check code is made of the form and its version (the first 48 bits of their SHA-256): papers with the same code are of the same form.',

  'call.printFormEntry': 'Print an entry (PDF)',
  'call.printGeneratorForm': 'Print a form to fill in by hand (PDF)',
} as const
