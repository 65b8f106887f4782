# Plans: arguments become keys of the plan. The keys and their flags come from the library, so that
# every key can be set here as well.

plan_cache <- new.env(parent = emptyenv())

# All keys, and the name that each has as an argument: that of the flag, with underscores.
plan_keys <- function() {
    if (is.null(plan_cache$keys)) {
        keys <- as.data.frame(.Call(C_plan_keys))
        keys$name <- ifelse(is.na(keys$flag), keys$key, gsub("-", "_", keys$flag))
        plan_cache$keys <- keys
    }
    plan_cache$keys
}

# A number as the plan has it: all digits, no exponent.
plan_text <- function(value) {
    if (is.logical(value)) return(ifelse(value, "yes", "no"))
    if (inherits(value, "Date")) return(format(value))
    if (is.numeric(value)) {
        short <- vapply(value, function(x) format(x, digits = 15, scientific = FALSE, trim = TRUE), "")
        return(short)
    }
    enc2utf8(as.character(value))
}

set_key <- function(plan, key, value) {
    checked(.Call(C_plan_set, plan$pointer, key, plan_text(value)))
    plan
}

# The row of plan_keys() that an argument means; an error that names the nearest where there is none.
# Of two keys with one flag, such as order, values with names set the one of attributes.
find_key <- function(name, named = FALSE) {
    keys <- plan_keys()
    plain <- gsub("-", "_", name)
    at <- which(keys$name == plain | keys$key == name | gsub("[.]", "_", keys$key) == plain)
    if (!length(at)) {
        at <- which(sub(".*[.]", "", keys$key) == plain)
        if (length(unique(keys$key[at])) > 1L) at <- integer()
    }
    if (length(at)) {
        fits <- grepl("NAME", keys$key[at], fixed = TRUE) == named
        return(keys[c(at[fits], at)[1L], ])
    }
    nearest <- .Call(C_nearest, plain, enc2utf8(c(names(formals(anonymize)), keys$name)))
    refuse("there is no argument or key of the plan '", name, "'",
           if (!is.na(nearest)) paste0("; did you mean ", nearest, "?"), code = "key_unknown")
}

# One argument of `...`. Keys of attributes take named vectors or lists, or names alone where their
# flag says the rest.
set_argument <- function(plan, name, value) {
    if (is.null(value)) return(plan)
    if (startsWith(name, "attributes.") || (startsWith(name, "search.") && is.na(match(name, plan_keys()$key))))
        return(set_key(plan, name, value))
    key <- find_key(name, !is.null(names(value)))
    if (grepl("NAME", key$key, fixed = TRUE)) return(set_named(plan, key, name, value))
    if (length(value) != 1L || key$key == "missing.tokens") return(set_list(plan, key, value))
    if (!is.na(key$fixed) && is.logical(value) && key$fixed != "yes")
        value <- if (isTRUE(value)) key$fixed else return(plan)
    set_key(plan, key$key, value)
}

set_named <- function(plan, key, name, value) {
    if (!is.na(key$fixed)) {
        for (attribute in role_names(value, name))
            set_key(plan, sub("NAME", attribute, key$key, fixed = TRUE), key$fixed)
        return(plan)
    }
    if (is.null(names(value)) || any(names(value) == ""))
        refuse(name, " takes a value for each name, such as ", name, " = c(age = 2)")
    for (i in seq_along(value))
        set_key(plan, sub("NAME", enc2utf8(names(value)[i]), key$key, fixed = TRUE), value[[i]])
    plan
}

set_list <- function(plan, key, values) {
    if (is.list(values)) values <- unlist(values)
    if (key$key %in% c("missing.tokens", "privacy.models", "warnings.accept"))
        checked(.Call(C_plan_set_list, plan$pointer, key$key, plan_text(values)))
    else if (!is.null(names(values)))
        set_key(plan, key$key, paste(names(values), plan_text(values), sep = "=", collapse = key$between))
    else
        set_key(plan, key$key, paste(plan_text(values), collapse = key$between))
    plan
}

# Hierarchies as a folder, or as a list with a specification, a file, labels or an object for each
# attribute.
set_hierarchies <- function(plan, hierarchies) {
    if (is.null(hierarchies)) return(plan)
    if (is.character(hierarchies) && is.null(names(hierarchies)) && length(hierarchies) == 1L)
        return(set_key(plan, "hierarchies", path.expand(hierarchies)))
    if (is.null(names(hierarchies)) || inherits(hierarchies, "data.frame"))
        refuse("hierarchies takes a folder, or a named list such as list(age = \"ranges:5,10\")")
    for (name in names(hierarchies))
        plan <- set_hierarchy(plan, enc2utf8(name), hierarchies[[name]])
    plan
}

set_hierarchy <- function(plan, name, given) {
    if (is.character(given) && length(given) == 1L)
        return(set_key(plan, paste0("attributes.", name, ".hierarchy"), given))
    labels <- as_labels(hierarchy(given))
    checked(.Call(C_plan_set_hierarchy, plan$pointer, name, labels$cells, labels$levels))
    plan$objects <- union(plan$objects, name)
    plan
}

set_population <- function(plan, population) {
    if (is.null(population)) return(plan)
    if (is.character(population)) return(set_key(plan, "population.file", path.expand(population)))
    if (is.numeric(population)) return(set_key(plan, "population.size", population))
    checked(.Call(C_plan_set_population, plan$pointer, table_of(population, "population")))
    plan$population <- TRUE
    plan
}

# A plan of its own: from nothing, a file, YAML, or another plan, which stays as it is.
open_plan <- function(plan) {
    if (is.null(plan))
        return(structure(list(pointer = checked(.Call(C_plan_new)), objects = character()),
                         class = "shoal_plan"))
    if (inherits(plan, "shoal_release")) plan <- plan$plan
    if (inherits(plan, "shoal_plan")) {
        plan$pointer <- checked(.Call(C_plan_copy, plan$pointer))
        return(plan)
    }
    if (!is.character(plan) || length(plan) != 1L || is.na(plan))
        refuse("plan takes a file, YAML or what shoal_plan() returns")
    made <- open_plan(NULL)
    if (grepl("\n", plan, fixed = TRUE))
        checked(.Call(C_plan_parse, made$pointer, enc2utf8(plan)))
    else
        checked(.Call(C_plan_read, made$pointer, path.expand(plan)))
    made
}

# Words of sdcMicro for arguments of this package.
other_words <- c(keyVars = "quasi", weightVar = "weight", hhId = "household", sensibleVar = "sensitive",
                 numVars = "quasi", pramVars = NA, strataVar = NA, ghostVars = NA)

translate_words <- function(arguments) {
    for (word in intersect(names(arguments), names(other_words))) {
        ours <- other_words[[word]]
        if (is.na(ours)) refuse(word, " of sdcMicro has no counterpart here", code = "word_unsupported")
        if (!is.null(arguments[[ours]])) {
            if (word != "numVars") refuse(word, " and ", ours, " are the same: give one of them")
            arguments[[ours]] <- c(role_names(arguments[[ours]], ours), arguments[[word]])
        } else arguments[[ours]] <- arguments[[word]]
        arguments[[word]] <- NULL
        tell_note(paste0(word, " is called ", ours, " here"), "word_of_sdcmicro")
    }
    arguments
}

role_arguments <- c("quasi", "sensitive", "identifier", "person", "weight", "household")
plan_arguments <- c(k = "privacy.k", suppression = "suppression", recoding = "recoding",
                    algorithm = "search.algorithm", metric = "search.metric", seed = "seed",
                    threads = "threads")

# Adds arguments (a list, NULL where not given) to a plan. `columns`: those of the table, or NULL.
fill_plan <- function(plan, arguments, columns = NULL) {
    arguments <- translate_words(arguments)
    for (name in names(plan_arguments))
        if (!is.null(arguments[[name]])) set_key(plan, plan_arguments[[name]], arguments[[name]])
    roles <- lapply(setNames(nm = role_arguments), function(role) role_names(arguments[[role]], role))
    roles <- fill_dot(roles, columns)
    check_roles(roles)
    for (role in role_arguments)
        for (name in roles[[role]]) set_key(plan, paste0("attributes.", name, ".role"), role)
    plan <- set_hierarchies(plan, arguments$hierarchies)
    plan <- set_population(plan, arguments$population)
    rest <- setdiff(names(arguments), c(names(plan_arguments), role_arguments, "hierarchies", "population"))
    for (name in rest) plan <- set_argument(plan, name, arguments[[name]])
    plan
}

named_rest <- function(...) {
    rest <- list(...)
    if (length(rest) && (is.null(names(rest)) || any(names(rest) == "")))
        refuse("arguments behind the first ones need names, such as missing = \"drop\"")
    rest
}

shoal_plan <- function(file = NULL, k = NULL, quasi = NULL, sensitive = NULL, ...) {
    arguments <- c(list(k = k, quasi = quasi, sensitive = sensitive), named_rest(...))
    if (inherits(quasi, "formula") && length(quasi) == 3L)
        arguments[c("quasi", "sensitive")] <- both_sides(quasi)
    fill_plan(open_plan(file), arguments)
}

# The plan as YAML. Objects, which YAML cannot name, are named in comments.
plan_yaml <- function(plan) {
    if (!length(plan$objects) && is.null(plan$population))
        return(checked(.Call(C_plan_format, plan$pointer)))
    copy <- checked(.Call(C_plan_copy, plan$pointer))
    for (name in plan$objects) checked(.Call(C_plan_drop_hierarchy, copy, name))
    if (!is.null(plan$population)) checked(.Call(C_plan_set_population, copy, NULL))
    given <- c(if (length(plan$objects)) paste0("# hierarchies given as objects: ",
                                                paste(plan$objects, collapse = ", ")),
               if (!is.null(plan$population)) "# the population was given as an object")
    paste0(paste0(given, "\n", collapse = ""), checked(.Call(C_plan_format, copy)))
}

as.character.shoal_plan <- function(x, ...) plan_yaml(x)

print.shoal_plan <- function(x, ...) {
    cat(plan_yaml(x))
    invisible(x)
}

write_plan <- function(x, path) {
    yaml <- if (inherits(x, "shoal_plan")) plan_yaml(x) else if (is.list(x)) x$plan
    if (!is.character(yaml) || is.na(yaml[1L])) refuse("there is no plan in this")
    connection <- file(path, "wb")
    on.exit(close(connection))
    writeLines(yaml, connection, sep = "", useBytes = TRUE)
    invisible(path)
}
