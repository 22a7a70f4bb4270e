/** The words of the editor. English is the list of what there is to say. */
export const texts = {
  menus: 'Menus', tools: 'Tools', text: 'Text', source: 'Source code',
  file: 'File', edit: 'Edit', insert: 'Insert', view: 'View', format: 'Format', table: 'Table',
  newDocument: 'New document', print: 'Print…', undo: 'Undo', redo: 'Redo', selectAll: 'Select all',
  link: 'Link…', image: 'Image…', rule: 'Horizontal line', date: 'Date and time', newTable: 'Table', sourceCode: 'Source code', words: '{{count}} characters',
  bold: 'Bold', italic: 'Italic', underline: 'Underline', strike: 'Strikethrough', code: 'Code', clear: 'Clear formatting',
  paragraph: 'Paragraph', heading: 'Heading {{level}}', quote: 'Quote', left: 'Align left', center: 'Align centre', right: 'Align right', justify: 'Justify',
  bullets: 'Bulleted list', numbers: 'Numbered list', fontSize: 'Font size', standard: 'Standard', block: 'Block', colour: 'Text colour',
  rowAbove: 'Row above', rowBelow: 'Row below', columnLeft: 'Column to the left', columnRight: 'Column to the right', deleteRow: 'Delete row', deleteColumn: 'Delete column',
  deleteTable: 'Delete table', mergeCells: 'Merge cells', splitCell: 'Split cell', headerRow: 'Header row',
  address: 'Address', apply: 'Apply', cancel: 'Cancel', wrongAddress: 'Only http, https, mailto and addresses of this site', wrongImage: 'Please upload a picture format: jpg, jpeg, gif, png or bmp', uploading: 'The picture is being uploaded …',
}

export type EditorTexts = Readonly<Record<keyof typeof texts, string>>
