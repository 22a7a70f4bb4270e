import type { EditorTexts } from './en.ts'

export const texts: EditorTexts = {
  menus: 'Menús', tools: 'Herramientas', text: 'Texto', source: 'Código fuente',
  file: 'Archivo', edit: 'Editar', insert: 'Insertar', view: 'Ver', format: 'Formato', table: 'Tabla',
  newDocument: 'Nuevo documento', print: 'Imprimir…', undo: 'Deshacer', redo: 'Rehacer', selectAll: 'Seleccionar todo',
  link: 'Enlace…', image: 'Imagen…', rule: 'Línea horizontal', date: 'Fecha y hora', newTable: 'Tabla', sourceCode: 'Código fuente', words: '{{count}} caracteres',
  bold: 'Negrita', italic: 'Cursiva', underline: 'Subrayado', strike: 'Tachado', code: 'Código', clear: 'Quitar formato',
  paragraph: 'Párrafo', heading: 'Título {{level}}', quote: 'Cita', left: 'Alinear a la izquierda', center: 'Centrar', right: 'Alinear a la derecha', justify: 'Justificar',
  bullets: 'Lista con viñetas', numbers: 'Lista numerada', fontSize: 'Tamaño de letra', standard: 'Normal', block: 'Estilo de párrafo', colour: 'Color del texto',
  rowAbove: 'Fila arriba', rowBelow: 'Fila abajo', columnLeft: 'Columna a la izquierda', columnRight: 'Columna a la derecha', deleteRow: 'Eliminar fila', deleteColumn: 'Eliminar columna',
  deleteTable: 'Eliminar tabla', mergeCells: 'Combinar celdas', splitCell: 'Dividir celda', headerRow: 'Fila de encabezado',
  address: 'Dirección', apply: 'Aplicar', cancel: 'Cancelar', wrongAddress: 'Solo http, https, mailto y direcciones de este sitio', wrongImage: 'Sube una imagen: jpg, jpeg, gif, png o bmp', uploading: 'Subiendo la imagen…',
}
