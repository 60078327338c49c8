// Stands in for a package within the bundle that is loaded, and never asked for anything.
module.exports = {};
