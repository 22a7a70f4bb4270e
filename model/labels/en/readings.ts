export default {
  'error.device.credentials': 'The device is unknown, disabled, or its secret is wrong',
  'error.device.blocked': 'This device has failed to sign in too often. Please try again in a minute',
  'error.readings.refused': 'Nothing of this could be stored. Please look at the marked values',

  'call.queryLatestReading': 'Newest values of points',
  'call.queryReadingHistory': 'Values of a point in a range of time',
  'call.queryReadingTrend': 'Values of several points in one range of time',
  'call.queryReadingSummary': 'Lowest, highest and mean values of a point',
  'call.queryReadingCorrection': 'What values of a point were before they were corrected',

  'error.readings.file-type': 'Only CSV files (.csv) and Excel workbooks (.xlsx) can be imported',
  'error.readings.no-headings': 'No column of the file is the time. Please use the template, or give the column of times the heading Time',
  'error.readings.no-device': 'Please choose whose values these are, or add the column {{column}}',
  'error.readings.no-points': 'No column of the file is a point of the device. Headings are the keys or names of points',
  'readings.check.time':
    '{{field}}: “{{value}}” is no time. Please write it as 2026-01-31 08:00:00, as ISO 8601 or as milliseconds since 1970',
  'readings.check.number': '{{field}}: “{{value}}” is no number',
  'readings.job': 'Import readings: {{file}}',
  'readings.job-check': 'Check readings before importing: {{file}}',
  'call.importReading': 'Import readings',

  'refusal.syntax': 'This is not JSON',
  'refusal.shape': 'An object of values is expected here',
  'refusal.not-a-number': '{{at}} is neither a number nor true or false',
  'refusal.timestamp':
    '{{at}} is not a time: milliseconds, seconds or microseconds since 1970, or a text such as 2026-01-31T12:00:00+08:00',
  'refusal.topic': 'The device may not publish to {{at}}',
  'refusal.credentials': 'Signed in with a wrong secret, from {{at}}',
  'refusal.client-id': 'The client id {{at}} is too long, or none was given for a session that is to be kept',
  'refusal.mqtt-version': 'Speaks MQTT {{at}}; MQTT 3.1.1 is understood',
  'refusal.packet-size': 'Sent a packet of more than 256 KB',
  'refusal.protocol': 'The connection was ended because the device broke the protocol: {{at}}',
  'refusal.too-many': 'More than 10,000 values in one message',
  'refusal.unknown-point': 'The device has no point {{at}}',
  'refusal.clock': '{{at}}: its time is more than a day ahead',
  'refusal.too-old': '{{at}}: its time is before what is kept',
  'refusal.encoding': 'The body is not compressed as it says',
} as const
