# Roles are given as formulas (~ age + sex), as names, or both sides of one formula.

# Names of columns; `.` stands for all columns that have no other role.
role_names <- function(given, what) {
    if (is.null(given)) return(character())
    if (inherits(given, "formula")) {
        if (length(given) != 2L)
            refuse(what, " takes a formula with one side, such as ~ age + sex")
        given <- formula_names(given[[2L]], what)
    }
    if (!is.character(given) || anyNA(given))
        refuse(what, " takes names of columns or a formula such as ~ age + sex")
    unique(enc2utf8(given))
}

# The terms of a sum. Nothing else has a meaning here.
formula_names <- function(side, what) {
    if (is.name(side)) return(as.character(side))
    if (is.character(side)) return(side)
    if (is.numeric(side) && side == 0) return(character())
    if (is.call(side) && identical(side[[1L]], as.name("(")) ) return(formula_names(side[[2L]], what))
    if (is.call(side) && identical(side[[1L]], as.name("+")))
        return(unlist(lapply(as.list(side)[-1L], formula_names, what)))
    refuse(what, ": a formula of roles is a sum of columns, but has ", deparse1(side))
}

# quasi ~ sensitive
both_sides <- function(formula) {
    if (length(formula) == 2L)
        return(list(quasi = formula_names(formula[[2L]], "the formula"), sensitive = character()))
    list(quasi = formula_names(formula[[2L]], "the formula"),
         sensitive = formula_names(formula[[3L]], "the formula"))
}

# Replaces `.` in one of the roles by the columns that no role names.
fill_dot <- function(roles, columns) {
    named <- setdiff(unlist(roles), ".")
    lapply(roles, function(names) {
        if (!"." %in% names) return(names)
        if (is.null(columns)) refuse("`.` needs a table whose columns are known")
        c(setdiff(names, "."), setdiff(columns, named))
    })
}

# Of two roles the one that was set last would silently win, and a quasi-identifier be published as it
# is.
check_roles <- function(roles) {
    names <- unlist(lapply(roles, unique), use.names = FALSE)
    twice <- names[duplicated(names)]
    if (!length(twice)) return(invisible())
    by <- names(roles)[vapply(roles, function(role) twice[1L] %in% role, NA)]
    refuse("'", twice[1L], "' is named by both ", by[1L], " and ", by[2L], ": choose one", code = "role_twice",
           key = "attributes.NAME.role")
}
