export default {
  testMatch: '*.spec.mjs', workers: 1, reporter: 'line', fullyParallel: false,
  use: {
    launchOptions: {
      executablePath: process.env.CHROME,
      args: ['--no-sandbox', '--site-per-process', '--host-resolver-rules=' + process.env.RULES],
    },
  },
};
