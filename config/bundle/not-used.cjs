// Replaces a package that is loaded in the bundle but never used.
module.exports = {};
